/** The numbers of Linux, which the C library has in place of WASI's (native/sysroot/). */
export const ERRNO = {
  success: 0,
  noent: 2,
  badf: 9,
  acces: 13,
  exist: 17,
  notdir: 20,
  isdir: 21,
  inval: 22,
  mfile: 24,
  nospc: 28,
  spipe: 29,
  rofs: 30,
  nametoolong: 36,
  nosys: 38,
  notempty: 39,
  loop: 40,
} as const;
