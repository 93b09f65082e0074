import { existsSync } from 'node:fs';

/** Why tests of signals, pipes and links are skipped, which is printed; null where they run. */
export const noPosix = without(process.platform === 'win32', 'Windows has no signals, pipes and modes of POSIX');

/** The same of tests that limit a process's address space. */
export const noAddressLimit = without(process.platform !== 'linux', '`ulimit -v` bounds a process on Linux only');

/** The same of tests that need what only Linux has: /dev/full, /proc. */
export const noLinux = without(process.platform !== 'linux', '/dev/full and /proc are of Linux');

/** The same of tests that read the processor time of single threads. */
export const noThreadTimes = without(
  !existsSync('/proc/thread-self/schedstat'),
  'this kernel does not tell the processor time of a thread',
);

function without(lacking: boolean, reason: string): string | null {
  if (lacking) console.log(`skipped: ${reason}`);
  return lacking ? reason : null;
}
