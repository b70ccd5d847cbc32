#define _GNU_SOURCE
#include "CLinux.h"
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int unmap(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  (void)data;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    // Pages that can be written to may differ from the file, and would be lost.
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || segment->p_flags & PF_W) continue;
    uintptr_t start = object->dlpi_addr + segment->p_vaddr, end = start + segment->p_filesz;
    start = (start + page - 1) & -page;
    end &= -page;
    // A failure, as of locked memory, leaves the pages as they are.
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void navstate_unmap_code(void) { dl_iterate_phdr(unmap, NULL); }
