import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileCached } from '../../../grader/compile/index.ts';
import type { CaseEvidence } from '../../../grader/judge/index.ts';
import type { LocalEngine } from '../../../grader/pipeline/engine/index.ts';
import { entryOptions } from '../../../grader/pipeline/grade/entry.ts';
import { makeCase } from '../../../grader/pipeline/grade/inputs.ts';
import { judgeCase } from '../../../grader/pipeline/grade/judge-case.ts';
import { planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const FOLDER = join(import.meta.dirname, '.');

export function programIn(folder: string, file: string): string {
  return readFileSync(join(FOLDER, folder, file), 'utf8');
}

/** Judges a program on one case of a shipped assignment. */
export async function judgeProgram(
  { engine }: LocalEngine,
  id: string,
  source: string,
  caseName: string,
): Promise<CaseEvidence> {
  const assignment = resolveAssignment(id);
  const { spec } = assignment;
  const plan = planCases(spec, 'seed').find(({ name }) => name === caseName);
  if (!plan) throw new Error(`${id} has no case ${caseName}`);
  const compiled = await compileCached(engine, source, 'mine.cu', {
    ...entryOptions(spec),
    heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
    timeoutMs: 120_000,
  });
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled.diagnostics));
  const own = await makeCase(assignment, plan, engine);
  return (await judgeCase({ assignment, engine, compiled, own, counters: false })).evidence;
}

/** True if every element of every output is right. */
export function isRight({ outputs, undecided }: CaseEvidence): boolean {
  return undecided === undefined && outputs.every(({ comparison: { wrong, unwritten } }) => wrong + unwritten === 0);
}
