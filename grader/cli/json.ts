import { resolve } from 'node:path';
import { writeFileAtomic } from '../platform/atomic.ts';
import { InfrastructureError, messageOf, systemCode, UsageError } from '../platform/errors.ts';
import { isFull, whyFileUnwritable } from '../platform/writable.ts';
import type { Io } from './io.ts';

/**
 * Says before any work is done that the file of `--json FILE` could not be written.
 * @param input - a file that must not be overwritten
 * @throws UsageError
 */
export function assertWritableJson(target: string, input?: string): void {
  if (target === '-') return;
  const isInput = input !== undefined && resolve(target) === resolve(input);
  const why = isInput ? 'it is the submission' : whyFileUnwritable(target);
  if (why !== null) throw unwritable(target, why);
}

/**
 * The machine form, as `--json [FILE|-]` asks for it.
 * @param target - `-` for stdout, or a file
 * @throws UsageError where the file cannot be written, InfrastructureError where the disk is full
 */
export async function writeJson(value: unknown, target: string, io: Pick<Io, 'stdout'>): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (target === '-') {
    io.stdout.write(text);
    return;
  }
  try {
    await writeFileAtomic(target, text);
  } catch (error) {
    const code = systemCode(error);
    if (isFull(code)) {
      throw new InfrastructureError(`${target} cannot be written (${code}). Make room on the disk.`, { cause: error });
    }
    throw unwritable(target, code ?? messageOf(error));
  }
}

function unwritable(target: string, why: string): UsageError {
  return new UsageError(`${target || '--json='} cannot be written: ${why}. Choose another file with --json=FILE.`);
}
