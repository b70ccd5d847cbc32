#define _GNU_SOURCE
#include <fcntl.h>

#include "CLinux.h"

int navstate_open_direct(const char *path) { return open(path, O_RDONLY | O_CLOEXEC | O_DIRECT); }
