# SPDX-License-Identifier: MIT
# For a Spack repository: packages/nst/package.py
from spack.package import *


class Nst(MakefilePackage):
    """Analyse NVIDIA Nsight Systems profiles on the command line."""

    homepage = "https://example.invalid/nst"
    url = "https://example.invalid/nst/nst-0.1.0.tar.gz"

    license("MIT")

    # "make dist" makes the tarball of a release; its checksum belongs here.
    version("0.1.0", sha256="0" * 64)

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("libdeflate")
    depends_on("lz4")
    depends_on("pcre2")
    depends_on("sqlite@3.37:")
    depends_on("xz")
    depends_on("zlib-api")
    depends_on("zstd")

    def edit(self, spec, prefix):
        pass

    def build(self, spec, prefix):
        make("all", "PREFIX=" + prefix)

    def install(self, spec, prefix):
        make("install", "PREFIX=" + prefix)
