import { UsageError } from '../../platform/index.ts';
import type { SlurmSettings } from '../course-schema.ts';
import type { SlurmClient } from './client.ts';
import type { Clock } from './clock.ts';
import type { Round } from './round.ts';
import { arrayArguments } from './script.ts';

export interface Submitting {
  readonly client: SlurmClient;
  readonly clock: Clock;
  readonly slurm: SlurmSettings;
  readonly gres: string | null;
  /** Nodes that cannot grade. */
  readonly exclude?: readonly string[];
}

/**
 * Submits a round, once: where an answer was lost, the job is looked for by its name before it is submitted again.
 * @returns Slurm's number of the job
 * @throws UsageError where Slurm refuses it; InfrastructureError where it does not answer for too long
 */
export async function submitRound(
  round: Round,
  tasks: number,
  { client, clock, slurm, gres, exclude = [] }: Submitting,
): Promise<string> {
  const args = arrayArguments({ name: round.plan.name, folder: round.folder, tasks, gres, exclude }, slurm);
  for (;;) {
    const answer = await client.submit(args);
    if (answer.kind === 'refused') {
      await round.close();
      throw new UsageError('Slurm refused the job. Check `slurm` in course.yaml, then give --resume.', {
        details: answer.said.split('\n'),
      });
    }
    const job = clock.heard(answer) ?? (await clock.ask(() => client.find(round.plan.name)));
    if (job !== null) {
      await round.submitted(job);
      return job;
    }
    await clock.wait(false);
  }
}

/** The number of a round's job, found by name where an interrupted submission did not note it; null where there is none. */
export async function jobOf(round: Round, client: SlurmClient, clock: Clock): Promise<string | null> {
  if (round.job !== null) return round.job;
  const job = await clock.ask(() => client.find(round.plan.name));
  if (job !== null) await round.submitted(job);
  return job;
}
