# SPDX-License-Identifier: MIT
"""A model of two layers, of which one fails when it is asked to."""
import sys
import torch


class Linear(torch.nn.Module):
    def forward(self, x):
        if x == 99:
            raise ValueError("99")
        return x + 1


class Block(torch.nn.Module):
    def __init__(self):
        self.first = Linear()
        self.second = Linear()

    def forward(self, x):
        return self.second(self.first(x))


class Model(torch.nn.Module):
    def __init__(self):
        self.block = Block()
        self.head = Linear()

    def forward(self, x, loose=None):
        y = self.head(self.block(x))
        return loose(y) if loose else y


print(Model()(1))
try:
    Model()(99)
except ValueError as error:
    print("failed", error)
print(Model()(2, loose=Linear()))
print("arguments", sys.argv[1:])
