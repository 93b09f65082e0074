import type { Step } from '../course/index.ts';
import { EXIT, shellWord, UsageError } from '../platform/index.ts';
import { resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { stepsIn } from './course-progress.ts';
import { lookHere, typed } from './exercise.ts';
import type { Io } from './io.ts';
import { begin } from './start.ts';

/** `grade next`: starts the exercise after the one that was passed. */
export async function next({ options, io }: CommandInput): Promise<number> {
  const { skip, assignments } = options as { readonly skip?: true; readonly assignments?: string[] };
  const here = lookHere(io, assignments);
  const { steps } = stepsIn(here.base, here.roots);
  const current = currentStep(steps, here.exercise?.assignment);
  if (current !== null && current.state !== 'passed' && skip === undefined) {
    io.stderr.write(`${wordNotPassed(current)} To go on without it, run \`grade next --skip\`.\n`);
    return EXIT.problems;
  }
  const following = nextStep(steps, current);
  if (following === null) {
    const open = steps.filter(({ state }) => state !== 'passed').map(({ id }) => id);
    const rest = open.length === 0 ? 'You have passed every exercise.' : `Not passed yet: ${open.join(', ')}.`;
    io.stdout.write(`This is the last exercise of the course. ${rest}\n`);
    return EXIT.success;
  }
  if (following.folder === null) begin(resolveAssignment(following.id, here.roots), here.base, here.roots, io);
  else io.stdout.write(`${wordStarted(following, following.folder, io)}\n`);
  return EXIT.success;
}

/**
 * Returns the exercise of this folder, or else the one with the latest result; null if there is no result.
 * @throws UsageError if the course does not have the exercise of this folder
 */
export function currentStep(steps: readonly Step[], here: string | undefined): Step | null {
  if (here === undefined) {
    const tried = steps.filter(({ best }) => best !== null);
    return tried.reduce<Step | null>((latest, step) => (latest === null || step.at >= latest.at ? step : latest), null);
  }
  const step = steps.find(({ id }) => id === here);
  if (step) return step;
  throw new UsageError(`There is no exercise ${JSON.stringify(here)} in this course. \`grade list\` has their names.`);
}

/** Returns the next exercise of the course that is not passed, after the current one; null after the last. */
export function nextStep(steps: readonly Step[], current: Step | null): Step | null {
  const from = current === null ? 0 : steps.indexOf(current) + 1;
  return steps.slice(from).find(({ state }) => state !== 'passed') ?? null;
}

function wordNotPassed({ id, best }: Step): string {
  return best === null
    ? `You have not graded ${id} yet: \`grade submit\` does it.`
    : `You have not passed ${id} yet: ${best.score} of ${best.maxScore} points.`;
}

function wordStarted({ id }: Step, folder: string, io: Io): string {
  return `You have started ${id} already. Go on there: cd ${shellWord(typed(folder, io))}`;
}
