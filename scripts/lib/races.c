// Reports contention of Swift's Mutex to the thread sanitizer, for scripts/check-races.
//
// An uncontended lock is a compare-and-exchange in the calling code, which the sanitizer sees. Otherwise the
// Synchronization library calls the kernel (stdlib/public/Synchronization/Mutex/LinuxImpl.swift, FUTEX_LOCK_PI), and that library is not
// instrumented: each such lock would be a report. These functions precede the library's and add an order at the lock's address.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Not there in programs that are not sanitized and are started beside the tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall)) void
#define SELF __attribute__((swift_context)) void *handle

SWIFT lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT unlock_slow(SELF) __asm__(UNLOCK);

SWIFT lock_slow(uint32_t thread, SELF) {
  typedef SWIFT Lock(uint32_t thread, SELF);
  ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT unlock_slow(SELF) {
  typedef SWIFT Unlock(SELF);
  if (__tsan_release) __tsan_release(handle);
  ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
