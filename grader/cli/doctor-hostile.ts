import { GROUPS, lineOf, loadCorpus, reportOf, runCorpus, summaryOf } from '../doctor/index.ts';
import { cores } from '../platform/threads/index.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';
import { type MachineFlags, machineOptions } from './machine-options.ts';
import { assertAmong } from './options.ts';

/** As declared in `commands.ts`. */
interface HostileOptions extends Partial<Pick<MachineFlags, 'sandbox'>> {
  readonly target?: 'emulator' | 'gpu';
  readonly group?: string[];
  readonly json?: string;
}

/** A grading process has a Clang of its own, about 600 MB: beyond four of them little is gained. */
const MOST_JOBS = 4;

/** `grade doctor --hostile`: one line a submission on stdout; 0 where all are contained, 1 where one is not. */
export async function doctorHostile({ options: given, config, io }: CommandInput): Promise<number> {
  const options = given as unknown as HostileOptions;
  const { target = 'emulator', sandbox = 'auto' } = options;
  const json = options.json ?? null;
  assertAmong('group', options.group, GROUPS);
  const whole = loadCorpus();
  const cases = whole.cases.filter(({ group }) => options.group?.includes(group) ?? true);
  const say = (line: string): void => (json === '-' ? io.stderr : io.stdout).write(`${line}\n`);
  const jobs = Math.min(cores(), MOST_JOBS);
  const machine = target === 'gpu' ? machineOptions({ target, sandbox, nvcc: 'require' }, config, io) : null;
  io.stderr.write(`Grading ${cases.length} hostile submissions, ${jobs} at a time, and an honest one after each …\n`);
  const started = performance.now();
  const verdicts = await runCorpus(
    { ...whole, cases },
    { jobs, machine, signal: io.signal, onVerdict: (verdict) => say(lineOf(verdict)) },
  );
  const report = reportOf(target, verdicts, (performance.now() - started) / 1000);
  say(summaryOf(report));
  if (json !== null) await writeJson(report, json, io);
  return report.notContained === 0 ? 0 : 1;
}
