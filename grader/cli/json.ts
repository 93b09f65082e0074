import { writeFileAtomic } from '../platform/atomic.ts';
import { messageOf, systemCode, UsageError } from '../platform/errors.ts';
import type { Io } from './io.ts';

/**
 * The machine form, as `--json [FILE|-]` asks for it.
 * @param target - `-` for stdout, or a file
 * @throws UsageError where the file cannot be written
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
    const why = systemCode(error) ?? messageOf(error);
    throw new UsageError(`${target} cannot be written (${why}). Choose another file with --json=FILE.`, {
      cause: error,
    });
  }
}
