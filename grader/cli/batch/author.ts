import { userInfo } from 'node:os';

/** Returns who changes a batch, for its journal: `--by`, or the user of this machine. */
export function authorOf(by: string | undefined): string {
  if (by !== undefined && by.trim() !== '') return by.trim();
  try {
    return userInfo().username;
  } catch {
    // The machine does not know its user, as in some containers.
    return process.env.USER ?? 'unknown';
  }
}
