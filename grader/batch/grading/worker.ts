/**
 * A process that grades, one submission after the other, and writes results itself. It ends with the one that started
 * it: whatever happens there, nobody is left behind.
 */
import { type LocalEngine, openEngine } from '../../pipeline/engine/index.ts';
import { anyDiskFault, GradeError, messageOf } from '../../platform/index.ts';
import { type Assignment, loadAssignment } from '../../spec/index.ts';
import type { EngineIdentity } from '../key.ts';
import { gradeTask } from './grade-task.ts';
import type { FromWorker, GradingTask, ToWorker, WorkerSettings } from './messages.ts';

let opened: { readonly local: LocalEngine; readonly settings: WorkerSettings } | null = null;
const assignments = new Map<string, Assignment>();

process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToWorker) => {
  void answer(message).then(say);
});
// The terminal's Ctrl-C reaches the whole group; the one who started us decides.
process.on('SIGINT', () => undefined);

async function answer(message: ToWorker): Promise<FromWorker> {
  if (message.kind === 'start') return start(message.settings, message.submissions);
  if (!opened) return { kind: 'unusable', message: 'A worker was asked before it was started.', details: [] };
  if (message.kind === 'control') return control(opened.local);
  return grade(message.task, opened.local, opened.settings, message.kind === 'end');
}

async function start(settings: WorkerSettings, submissions: number): Promise<FromWorker> {
  try {
    const local = await openEngine(settings.cache, {
      cases: 1,
      machine: settings.machine,
      submissions,
    });
    opened = { local, settings };
    return { kind: 'ready', identity: await identityOf(local, settings), skipped: local.skipped };
  } catch (error) {
    return { kind: 'unusable', ...worded(error) };
  }
}

async function control({ engine }: LocalEngine): Promise<FromWorker> {
  try {
    if (!engine.control) throw new Error('there is no control program');
    await engine.control();
    return { kind: 'sound' };
  } catch (error) {
    return { kind: 'fault', ...worded(error) };
  }
}

async function grade(
  task: GradingTask,
  { engine }: LocalEngine,
  { sanitize }: WorkerSettings,
  hasEnded: boolean,
): Promise<FromWorker> {
  try {
    const known = assignments.get(task.assignment) ?? loadAssignment(task.assignment);
    assignments.set(task.assignment, known);
    const summary = await gradeTask(task, known, engine, sanitize, hasEnded);
    return { kind: 'graded', summary, residentMiB: Math.round(process.memoryUsage.rss() / 2 ** 20) };
  } catch (error) {
    return { kind: 'fault', ...worded(error) };
  }
}

async function identityOf({ engine }: LocalEngine, { sanitize }: WorkerSettings): Promise<EngineIdentity> {
  const described = await engine.gpu?.describe();
  return {
    target: engine.gpu ? 'gpu' : 'emulator',
    engine: engine.versions.engine,
    clang: engine.versions.clang,
    nvcc: engine.nvcc?.version ?? null,
    image: engine.nvcc?.image ?? null,
    gpu: described?.gpu.name ?? null,
    driver: described?.driver ?? null,
    sanitize,
  };
}

function worded(error: unknown): { message: string; details: readonly string[] } {
  // What is kept from students about a hidden case is for staff, who read this.
  const cause = error instanceof GradeError && error.cause instanceof Error ? error.cause : error;
  const told = cause instanceof GradeError ? cause : error instanceof GradeError ? error : anyDiskFault(error);
  return { message: told?.message ?? messageOf(error), details: told?.details ?? [] };
}

function say(message: FromWorker): void {
  process.send?.(message);
}
