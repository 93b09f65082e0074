/** A process that grades what it is told, one after the other, with one engine: as `grade batch` does. */
import { type LocalEngine, type MachineOptions, openEngine } from '../../pipeline/engine/index.ts';
import { gradeSubmission } from '../../pipeline/grade/index.ts';
import { readSubmission } from '../../platform/files/index.ts';
import { messageOf, UsageError } from '../../platform/index.ts';
import { REPORT_FORMATS, renderReports, renderText, reportInput } from '../../report/index.ts';
import { type Assignment, resolveAssignment } from '../../spec/index.ts';
import type { Outcome, Task } from './messages.ts';

/** Hidden cases are the same for everybody, so that the corpus gets the same verdicts everywhere. */
const SEED = '1';
/** Nothing is kept: each submission is compiled by a compiler that has seen the one before. */
const NO_CACHE = { dir: 'off', maxMiB: null };

/** From whoever started this process; without it, the emulator alone. */
const MACHINE: MachineOptions | null = process.argv[2] === undefined ? null : JSON.parse(process.argv[2]);

let opened: Promise<LocalEngine> | null = null;

process.on('disconnect', () => process.exit(0));
process.on('message', (task: Task) => {
  void grade(task).then((outcome) => process.send?.(outcome));
});

async function grade(task: Task): Promise<Outcome> {
  try {
    opened ??= openEngine(NO_CACHE, { cases: 1, ...(MACHINE !== null && { machine: MACHINE }) });
    const { engine } = await opened;
    const assignment = narrowed(resolveAssignment(task.assignment), task);
    const { source, fileName, sha256 } = await readSubmission(task.path);
    const about = { assignment, source, fileName, sha256, seed: SEED, seedIsPublic: false, engine, untimed: true };
    const graded = await gradeSubmission(about);
    const { whole, baselineLaunches, solution } = graded;
    const input = await reportInput(assignment, source, { ...whole, baselineLaunches, solution });
    const files = renderReports(input, REPORT_FORMATS, { path: fileName, docsUrl: null });
    const text = renderText(input, { color: false, width: 100 });
    return {
      kind: 'graded',
      result: whole.result,
      reports: [text, ...files.map(({ content }) => String(content))],
      peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'refused', message: error.message };
    return { kind: 'fault', message: messageOf(error) };
  }
}

function narrowed({ spec, ...rest }: Assignment, { cases, limits }: Task): Assignment {
  const limited = { ...spec, limits: { ...spec.limits, ...limits } };
  if (cases === null) return { ...rest, spec: limited };
  return { ...rest, spec: { ...limited, cases: spec.cases.filter(({ name }) => cases.includes(name)), hidden: [] } };
}
