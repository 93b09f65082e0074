import { readFile } from 'node:fs/promises';
import { InfrastructureError, systemCode } from '../../platform/index.ts';
import { hasEnded, isStranded, isStuck } from './queue.ts';
import type { Round } from './round.ts';
import { type Submitting, submitRound } from './submit.ts';
import { IDENTITY_FILE, type NodeAnswer } from './work.ts';

interface Asking extends Submitting {
  readonly note: (text: string) => void;
}

/**
 * Asks a node what it is, by a job of one task: a login node has no GPU, and keys depend on its model and driver.
 * @param round - whose plan has no identity; closed in the end
 * @throws InfrastructureError where the node cannot do what is asked, or its task ends without an answer
 */
export async function identityOfNode(round: Round, asking: Asking): Promise<Extract<NodeAnswer, { kind: 'ready' }>> {
  const { client, note } = asking;
  let job: string | null = null;
  try {
    job = await submitRound(round, 1, asking);
    note(`Slurm job ${job} asks a node what GPU it has.`);
    const told = await answerOf(round, job, asking);
    if (told.kind === 'ready') return told;
    throw new InfrastructureError(told.message, { details: told.details });
  } finally {
    await round.close();
    // Where it was interrupted the task may still wait for a node. One question only: nobody waits for the answer.
    if (job !== null) await client.cancel([job]);
  }
}

async function answerOf(round: Round, job: string, { client, clock, note }: Asking): Promise<NodeAnswer> {
  let endedAt: number | null = null;
  let waitsFor = '';
  for (;;) {
    const states = clock.heard(await client.queue(job));
    const told = await readAnswer(round);
    if (told) return told;
    const state = states?.[0];
    if (states !== null && (state === undefined || hasEnded(state) || isStranded(state))) {
      endedAt ??= performance.now();
      if (performance.now() - endedAt >= clock.settleMs) {
        const said = (await client.describe(job, 0)) ?? 'Slurm no longer knows it';
        throw new InfrastructureError(
          `Slurm job ${job}, which asks a node what it is, ended without an answer: ${said}.`,
          {
            details: await round.lastWords(0),
          },
        );
      }
    } else if (states !== null) endedAt = null;
    if (state && isStuck(state) && state.reason !== waitsFor) {
      waitsFor = state.reason;
      note(`job ${job} waits: ${waitsFor}`);
    }
    await clock.wait(false);
  }
}

async function readAnswer(round: Round): Promise<NodeAnswer | null> {
  try {
    return JSON.parse(await readFile(round.path(IDENTITY_FILE), 'utf8')) as NodeAnswer;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ESTALE') return null;
    throw error;
  }
}
