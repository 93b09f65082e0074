import { InfrastructureError, systemCode } from './errors.ts';

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room on the disk.',
  EDQUOT: "Make room: this user's share of the disk is used up.",
  EROFS:
    'The disk is read-only. The system log can give the reason. Mount the disk again, or choose a place on another disk.',
  EIO: 'The disk fails: look at its system log, and choose a place on another disk.',
};

/** The disk's doing, not the path's or the user's. */
export function isDiskFault(code: string | null): boolean {
  return code !== null && code in ADVICE;
}

/** Returns whether a message is that of a fault of the disk: a grading process sends only the words. */
export function isDiskFaultText(message: string): boolean {
  if (/no space left on device/i.test(message)) return true;
  return Object.keys(ADVICE).some((code) => message.includes(`(${code})`) || message.startsWith(`${code}: `));
}

/** What to do about it. @param code - for which `isDiskFault` holds */
export function diskAdvice(code: string | null): string {
  return ADVICE[code ?? ''] ?? '';
}

/**
 * Says of what the disk does not take that it is the machine's fault.
 * @param what - for a sentence's begin, e.g. `The report cannot be written to grade-report`
 * @returns null for every other error
 */
export function diskFault(error: unknown, what: string): InfrastructureError | null {
  const code = systemCode(error);
  if (!isDiskFault(code)) return null;
  return new InfrastructureError(`${what} (${code}). ${diskAdvice(code)}`, { cause: error });
}

/** The same where nobody knows what was being written, but perhaps the system does. */
export function anyDiskFault(error: unknown): InfrastructureError | null {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
  const fault = diskFault(error, `${path ?? 'A file'} cannot be written`);
  if (fault === null) return null;
  return new InfrastructureError(fault.message, {
    details: [
      'What was written before is whole, and nothing is held against a submission: run the same command again.',
    ],
    cause: error,
  });
}
