#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLinux.h"

// For jemalloc, which scripts/build links. Nobody asks for these where it is not.

// Memory is shared out among all threads, since what one takes another frees, and is not kept for long when it is free. What a
// thread keeps of it for itself is enough for one turn with all connections of a load.
const char *malloc_conf = "narenas:1,dirty_decay_ms:200,muzzy_decay_ms:0,tcache_nslots_small_max:100,tcache_max:4096";

// The time that decides about that, of the kernel itself.
int navstate_clock_gettime(clockid_t clock, struct timespec *time) { return (int)syscall(SYS_clock_gettime, clock, time); }

// For its threads in the background, of which there are none.
int navstate_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  (void)attributes;
  *condition = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  return 0;
}
