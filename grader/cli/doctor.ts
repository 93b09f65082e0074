import { UsageError } from '../platform/errors.ts';
import type { CommandInput } from './command.ts';

/** `grade doctor`: what this machine can do; with `--hostile`, what it contains. */
export async function doctor(input: CommandInput): Promise<number> {
  if (input.options.hostile === true) return (await import('./doctor-hostile.ts')).doctorHostile(input);
  throw new UsageError('Say what to look at: grade doctor --hostile grades submissions that attack the grader.');
}
