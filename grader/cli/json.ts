import { resolve } from 'node:path';
import { whyFileUnwritable, writeFileAtomic } from '../platform/files/index.ts';
import { diskFault, messageOf, systemCode, UsageError } from '../platform/index.ts';
import type { Io } from './io.ts';

/**
 * Says before any work is done that the file of `--json FILE` could not be written.
 * @param input - a file that must not be overwritten
 * @throws UsageError
 */
export function assertWritableJson(target: string, input?: string): void {
  if (target !== '-') assertWritableFile(target, '--json', input);
}

/**
 * The same of an option that has no form for stdout.
 * @param option - as it is given, e.g. `--html`
 */
export function assertWritableFile(target: string, option: string, input?: string): void {
  const isInput = input !== undefined && resolve(target) === resolve(input);
  const why = isInput ? 'it is the submission' : whyFileUnwritable(target);
  if (why !== null) throw unwritable(target, why, option);
}

/**
 * The machine form, as `--json [FILE|-]` asks for it.
 * @param target - `-` for stdout, or a file
 * @param time - the file's time of modification, instead of now
 * @throws UsageError where the file cannot be written, InfrastructureError where the disk is at fault
 */
export async function writeJson(value: unknown, target: string, io: Pick<Io, 'stdout'>, time?: Date): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (target === '-') {
    io.stdout.write(text);
    return;
  }
  await writeText(text, target, '--json', time);
}

/**
 * The file that `option` names.
 * @throws UsageError where it cannot be written, InfrastructureError where the disk is at fault
 */
export async function writeText(text: string, target: string, option: string, time?: Date): Promise<void> {
  try {
    await writeFileAtomic(target, text, time);
  } catch (error) {
    const why = systemCode(error) ?? messageOf(error);
    throw diskFault(error, `${target} cannot be written`) ?? unwritable(target, why, option);
  }
}

function unwritable(target: string, why: string, option: string): UsageError {
  return new UsageError(
    `${target || `${option}=`} cannot be written: ${why}. Choose another file with ${option}=FILE.`,
  );
}
