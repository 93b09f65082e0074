import { appendFileSync, statSync } from 'node:fs';
import { messageOf, systemCode } from '../errors.ts';

/** Bytes of one step's job summary; GitHub Actions refuses longer ones as a whole. */
export const SUMMARY_BYTES = 1 << 20;

/**
 * Adds to the job summary of a step, and leaves it alone where that would make it too long.
 * @param path - what `GITHUB_STEP_SUMMARY` names
 * @returns why it was not done, or null
 */
export function appendJobSummary(path: string, content: string | Uint8Array): string | null {
  try {
    const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (before + Buffer.byteLength(content) > SUMMARY_BYTES) return 'the step has no room for it (1 MiB)';
    appendFileSync(path, content);
    return null;
  } catch (error) {
    return `${path} cannot be written (${systemCode(error) ?? messageOf(error)})`;
  }
}
