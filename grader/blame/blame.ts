/** Work that students' bytes decide, and how to find out who is at fault if it fails. */
export interface Trial<Result> {
  /** Does the work; each time in something fresh that nothing has failed in. */
  readonly attempt: () => Promise<Result>;
  /** True if nothing is known about why it failed: a crash, a trap or an exception in code of the grader's. */
  readonly isUnexplained: (error: unknown) => boolean;
  /** Does the same with the control program, and throws if that fails; null if there is no such program here. */
  readonly control: (() => Promise<void>) | null;
  /** Receives a line per failure that does not decide the outcome. */
  readonly log: (line: string) => void;
}

/** What a trial came to. */
export type Verdict<Result> =
  | { readonly by: 'result'; readonly result: Result }
  /** The submission ends what runs it, and the control program does not. */
  | { readonly by: 'submission'; readonly error: unknown };

/** The control program failed: nothing that this machine gives counts. */
export class ControlFailed extends Error {}

/**
 * Does the work. After an unexplained failure it is done again, and if that fails too the control program decides: where
 * it succeeds the submission is at fault, and where it fails the machine is.
 * @throws the error of the work if it is explained or there is no control program; ControlFailed
 */
export async function findBlame<Result>(trial: Trial<Result>): Promise<Verdict<Result>> {
  const { attempt, isUnexplained, control, log } = trial;
  try {
    return { by: 'result', result: await attempt() };
  } catch (error) {
    if (!isUnexplained(error)) throw error;
    log(`A failure that nothing explains; the submission runs again: ${lineOf(error)}`);
  }
  let second: unknown;
  try {
    const result = await attempt();
    log('The second attempt succeeded, and its result counts.');
    return { by: 'result', result };
  } catch (error) {
    if (!isUnexplained(error) || control === null) throw error;
    second = error;
  }
  try {
    await control();
  } catch (error) {
    throw new ControlFailed(textOf(error), { cause: second });
  }
  log(`The control program succeeds, so the submission is at fault: ${lineOf(second)}`);
  return { by: 'submission', error: second };
}

/** The first line of an error: a stack is of no use to people who grade. */
function lineOf(error: unknown): string {
  return textOf(error).split('\n', 1)[0] ?? '';
}

/** The reason that a student is given: what happened, and nothing of what the grader's own code says. */
export function reasonOf(error: unknown): string {
  const text = textOf(error);
  if (/out of memory|memory limit|could not allocate|Array buffer allocation|Invalid string length/i.test(text))
    return 'out of memory';
  if (/call stack/i.test(text)) return 'stack overflow';
  return /ended|exit|killed|crash/i.test(text) ? 'it crashed' : 'an internal error';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
