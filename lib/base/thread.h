/* SPDX-License-Identifier: MIT */
/*
 * Threads, mutexes, and eventcounts: the only way in which our threads wait for each other. An
 * eventcount is a number that only grows. A thread waits until it has reached a value:
 *
 *   reader                                  writer
 *   eventcountawait(&e, 3)  waits           eventcountadvance(&e)  e is 1
 *                                           eventcountadvance(&e)  e is 2
 *   returns                                 eventcountadvance(&e)  e is 3
 *
 * Whatever the writer did before an advance is visible to a reader behind its wait.
 */
#ifndef NST_THREAD_H
#define NST_THREAD_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* A mutex. */
struct lock {
	pthread_mutex_t mutex;
};

/* The value of a static lock, which is open without lockopen. */
#define LOCK_OPEN { PTHREAD_MUTEX_INITIALIZER }

void lockopen(struct lock *l);
void lockclose(struct lock *l);
void lockacquire(struct lock *l);
void lockrelease(struct lock *l);

/* A running thread. */
struct childthread {
	pthread_t id;
};

/* Starts a thread that calls run with arg; stack is the size of its stack in bytes, 0 for the
 * default. Returns 0, or the errno of the failure. */
int threadstart(struct childthread *t, size_t stack, void *(*run)(void *), void *arg);

/* Waits until the thread has returned from its function. */
void threadjoin(struct childthread *t);

/* The number of processors that this process may use, 1 or more. */
unsigned threadcores(void);

struct eventcount {
	pthread_mutex_t mutex;
	pthread_cond_t grown;
	uint64_t value;
};

/* Starts at 0. eventcountclose frees it. */
void eventcountopen(struct eventcount *e);
void eventcountclose(struct eventcount *e);

uint64_t eventcountread(struct eventcount *e);

/* Waits until the value is at least the given one. Returns the value after the wait. */
uint64_t eventcountawait(struct eventcount *e, uint64_t value);

/* Adds 1 and wakes the threads that wait. */
void eventcountadvance(struct eventcount *e);

/* The value of an eventcount that is finished. */
#define EVENTCOUNT_FINISHED UINT64_MAX

/* Sets that value: no thread waits any more. */
void eventcountfinish(struct eventcount *e);

#endif
