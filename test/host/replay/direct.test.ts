import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCached } from '../../../grader/compile/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { decoyArguments, decoyRuns } from '../../../grader/pipeline/grade/decoys.ts';
import { entryOptions } from '../../../grader/pipeline/grade/entry.ts';
import { makeCase } from '../../../grader/pipeline/grade/inputs.ts';
import { planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { runRequest } from '../../../grader/pipeline/grade/request.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null }, { cases: 1 });
});
afterAll(() => local.dispose());

/** Right ones and ones with faults, launches that are refused, leaks and misuse of the runtime. */
const SUBMISSIONS = [
  ['vector-add', 'accepted/managed.cu'],
  ['vector-add', 'accepted/own-buffer.cu'],
  ['vector-add', 'rejected/host-pointers.cu'],
  ['vector-add', 'rejected/block-2048.cu'],
  ['vector-add', 'rejected/copied-back-too-early.cu'],
  ['vector-add', 'rejected/freed-before-the-copy.cu'],
  ['fused-map', 'accepted/map-template.cu'],
  ['reduction', 'rejected/first-barrier-missing.cu'],
] as const;

describe('a replay', { timeout: 120_000 }, () => {
  it.each(SUBMISSIONS)('gives what a direct run gives: %s %s', async (id, file) => {
    const { engine } = local;
    const assignment = resolveAssignment(id);
    const { spec } = assignment;
    const compiled = await compileCached(
      engine,
      readFileSync(join(assignment.folder, 'submissions', file), 'utf8'),
      'mine.cu',
      { ...entryOptions(spec), heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20, timeoutMs: 120_000 },
    );
    if (compiled.status !== 'compiled') throw new Error('it does not compile');
    const plan = planCases(spec, 'seed').find(({ name }) => name.startsWith('one-'));
    if (!plan) throw new Error('no case to run');
    const request = runRequest(spec, compiled, plan, await makeCase(assignment, plan, engine), true);
    const direct = await engine.run(request);
    const judged = await engine.judge(request, {
      decoys: (number) => decoyArguments(assignment, plan, request, number),
      decoyRuns: decoyRuns(spec, plan),
      isRight: async (run) =>
        run.outputs.every(({ bytes }, at) => Buffer.compare(bytes, direct.outputs[at]?.bytes ?? bytes) === 0),
    });
    expect(judged.status).toBe('judged');
    const { plan: _, ...left } = judged.run;
    expect(left).toEqual((({ plan: __, ...rest }) => rest)(direct));
  });
});
