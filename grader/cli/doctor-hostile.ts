import { lineOf, loadCorpus, reportOf, runCorpus, summaryOf } from '../doctor/index.ts';
import { cores } from '../platform/cores.ts';
import type { CommandInput } from './command.ts';
import { assertWritableJson, writeJson } from './json.ts';

/** A grading process has a Clang of its own, about 600 MB: beyond four of them little is gained. */
const MOST_JOBS = 4;

/** `grade doctor --hostile`: one line a submission on stdout; 0 where all are contained, 1 where one is not. */
export async function doctorHostile({ options, io }: CommandInput): Promise<number> {
  const target = options.json === undefined ? null : String(options.json);
  if (target !== null) assertWritableJson(target);
  const corpus = loadCorpus();
  const say = (line: string): void => (target === '-' ? io.stderr : io.stdout).write(`${line}\n`);
  const jobs = Math.min(cores(), MOST_JOBS);
  io.stderr.write(
    `Grading ${corpus.cases.length} hostile submissions, ${jobs} at a time, and an honest one after each …\n`,
  );
  const started = performance.now();
  const verdicts = await runCorpus(corpus, {
    jobs,
    signal: io.signal,
    onVerdict: (verdict) => say(lineOf(verdict)),
  });
  const report = reportOf(verdicts, (performance.now() - started) / 1000);
  say(summaryOf(report));
  if (target !== null) await writeJson(report, target, io);
  return report.notContained === 0 ? 0 : 1;
}
