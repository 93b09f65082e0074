// Anonymous memory from the system, which is the C library's here; files cannot be mapped.
#ifndef __EMU_PUBLIC_SYS_MMAN_H
#define __EMU_PUBLIC_SYS_MMAN_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 0x01
#define MAP_PRIVATE 0x02
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void *)-1)

static inline void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
  const size_t page = 4096;
  if (!(flags & MAP_ANONYMOUS) || flags & MAP_FIXED || bytes == 0) {
    errno = bytes == 0 ? EINVAL : ENODEV;
    return MAP_FAILED;
  }
  size_t rounded = (bytes + page - 1) / page * page;
  void *memory = rounded < bytes ? NULL : aligned_alloc(page, rounded);
  if (memory == NULL) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return memset(memory, 0, rounded);
}

// The whole of what `mmap` gave out.
static inline int munmap(void *address, size_t bytes) {
  free(address);
  return 0;
}

#endif
