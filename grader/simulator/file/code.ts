import { simulatorFile } from '../../platform/packaged/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { type CodeAnswers, type CodeCall, type CodeSpec, perform } from './calls.ts';
import { CodeThread } from './code-thread.ts';
import { loadSimulator } from './load.ts';

type Called = Pick<Assignment, 'spec' | 'folder' | 'shipped'>;

/**
 * Calls a function of the assignment's `simulator.ts`. Code of a course runs in a thread with limits of time and memory;
 * that of an assignment that ships runs in this one.
 * @throws AssignmentError if the code is missing, fails, exceeds a limit or returns something else
 */
export async function callCode<C extends CodeCall>(assignment: Called, call: C): Promise<CodeAnswers[C['call']]> {
  const { spec, folder, shipped } = assignment;
  const file = simulatorFile(folder, shipped ? spec.id : null);
  const { entry, scalars, comparison } = spec;
  const needed: CodeSpec = { entry, scalars, ...(comparison && { comparison }) };
  const answer = file.runsApart
    ? await threadOf(folder, file.version).call(needed, call)
    : perform(needed, await loadSimulator(assignment), call);
  return answer as CodeAnswers[C['call']];
}

/** Threads that wait for calls, the last used one at the end. */
const threads = new Map<string, { readonly version: string; readonly thread: CodeThread }>();
const MOST_THREADS = 3;

function threadOf(folder: string, version: string): CodeThread {
  const known = threads.get(folder);
  threads.delete(folder);
  if (known && known.version !== version) known.thread.endWhenIdle();
  const kept = known?.version === version ? known : { version, thread: new CodeThread(folder) };
  threads.set(folder, kept);
  for (const [other, { thread }] of threads) {
    if (threads.size <= MOST_THREADS) break;
    threads.delete(other);
    thread.endWhenIdle();
  }
  return kept.thread;
}
