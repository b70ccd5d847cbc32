#include "CLinux.h"

// How jemalloc, which scripts/build links, shares out memory: among all threads, since what one takes another frees, and not
// for long when it is free. Nobody reads this where there is no jemalloc.
const char *malloc_conf = "narenas:1,dirty_decay_ms:200,muzzy_decay_ms:0";
