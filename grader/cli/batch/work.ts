import { UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';

/** EX_TEMPFAIL of sysexits.h. Slurm takes 130 for its user's wish. */
const ENDED = 75;

/** `grade batch work`: one task of an array job. Its log is what it writes. */
export async function batchWork({ args: [folder = '', task = ''], io }: CommandInput): Promise<number> {
  if (!/^\d{1,9}$/.test(task)) {
    throw new UsageError('This command is run by Slurm. Use grade batch run --engine slurm.');
  }
  const { work } = await import('../../batch/slurm/index.ts');
  try {
    return await work(folder, Number(task), { env: io.env, signal: io.signal });
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.stderr.write('Ended by Slurm before everything was graded.\n');
    return ENDED;
  }
}
