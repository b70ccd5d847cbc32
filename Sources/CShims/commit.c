#include "CLinux.h"

// Hexadecimal digits, written by scripts/install into the section of a program that is packaged.
__attribute__((section(".navstate.commit"), used)) static const volatile char commit[41] = "";

const char *navstate_commit(void) { return (const char *)commit; }
