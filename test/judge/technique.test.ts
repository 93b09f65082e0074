import { describe, expect, it } from 'vitest';
import type { LaunchRecord } from '../../grader/host/index.ts';
import type { PlanStep } from '../../grader/host/plan/index.ts';
import {
  type CaseEvidence,
  type CheckOutcome,
  type Evidence,
  judge,
  type UnnoticedFailure,
} from '../../grader/judge/index.ts';
import { type AssignmentSpec, resolveAssignment } from '../../grader/spec/index.ts';
import { caseOf, comparison, compiled, evidence, FILE, launch, outcome, output, run } from './builders.ts';

type Technique = AssignmentSpec['technique'];

function judged(technique: Technique, change: Partial<CaseEvidence> = {}, more: Partial<Evidence> = {}): CheckOutcome {
  const spec = { ...resolveAssignment('vector-add').spec, technique };
  const dims = { n: 4096 };
  const found = judge(evidence({ spec, cases: [caseOf({ dims, ...change })], ...more })).find(
    ({ id }) => id === 'technique',
  );
  if (!found) throw new Error('technique was not judged');
  return found;
}

const ARRAY = 4 * 4096;
const at = (line: number) => ({ position: { file: FILE, line, column: 3 } });
const there = (line: number, bytes = ARRAY): PlanStep => ({
  step: 'write',
  to: { buffer: 0, offset: 0 },
  bytes,
  ...at(line),
});
const back = (line: number, bytes = ARRAY): PlanStep => ({
  step: 'read',
  from: { buffer: 0, offset: 0 },
  bytes,
  ...at(line),
});
const withPlan = (...steps: PlanStep[]) => ({ run: run({ plan: { schemaVersion: 1, steps } }) });

describe('technique', () => {
  it('fails if no kernel wrote outputs of the largest case', () => {
    const idle = launch({ outcome: outcome({ outputThreads: 0 }) });
    const outputs = [output({ writtenByKernels: 0, comparison: comparison({ unwritten: 4096 }) })];
    const found = judged(
      { kind: 'parallel-outputs', minThreads: 1024, minBlocks: 2 },
      { run: run({ launches: [idle] }), outputs },
    );
    expect(found).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'missing-technique', message: expect.stringContaining('no kernel wrote an output') }],
    });
  });
});

describe('technique transfers', () => {
  it('lets each array travel once', () => {
    const technique = { kind: 'transfers', maxBytesRatio: 1, maxCopies: 3 } as const;
    expect(judged(technique, withPlan(there(5), there(6), back(8))).status).toBe('passed');
  });

  it('shows the copy with which it is too many bytes', () => {
    const technique = { kind: 'transfers', maxBytesRatio: 1 } as const;
    expect(judged(technique, withPlan(there(5), there(6), there(7), back(8)))).toMatchObject({
      status: 'failed',
      findings: [
        {
          rule: 'missing-technique',
          line: 8,
          message: expect.stringMatching(/65,536 bytes .* 49,152.* allows 49,152/),
        },
      ],
    });
  });

  it('shows the first copy that is too many; rows of one call are one', () => {
    const technique = { kind: 'transfers', maxCopies: 3 } as const;
    const row = { ...there(5, 64), row: true } as PlanStep;
    expect(judged(technique, withPlan(there(5, 64), row, row, row, back(6))).status).toBe('passed');
    const copies = [there(5, 64), there(5, 64), there(5, 64), there(6, 64), there(7, 64)];
    expect(judged(technique, withPlan(...copies)).findings).toMatchObject([
      { line: 6, message: expect.stringContaining('5 copies') },
    ]);
  });

  it('counts launches', () => {
    const launches = [20, 21, 22].map((line) => launch(at(line)));
    const two = { run: run({ launches: launches.slice(0, 2) }) };
    expect(judged({ kind: 'transfers', maxLaunches: 2 }, two).status).toBe('passed');
    expect(judged({ kind: 'transfers', maxLaunches: 2 }, { run: run({ launches }) }).findings).toMatchObject([
      { line: 22, message: expect.stringContaining('3 times') },
    ]);
    expect(judged({ kind: 'transfers', minLaunches: 3 }, two).findings).toMatchObject([
      { line: 21, message: expect.stringContaining('minimum in this exercise is 3') },
    ]);
  });

  it('tells no sizes of a hidden case', () => {
    const technique = { kind: 'transfers', maxBytesRatio: 1 } as const;
    const [finding] = judged(technique, {
      visible: false,
      ...withPlan(there(5), there(6), there(7), back(8)),
    }).findings;
    expect(finding?.message).not.toMatch(/\d\d/);
  });
});

const SITES = [10, 11].map((line) => ({ kind: 'load', bytes: 4, function: 'kernel', ...at(line) }) as const);
const withSites = { compiled: { ...compiled, device: { ...compiled.device, sites: SITES } } };
const site = (number: number, counters: Record<string, number>) => ({ site: number, counters });

describe('technique global-traffic', () => {
  const traffic = (globalLoadSectors: number, globalStoreSectors: number) => ({
    run: run({
      launches: [
        launch({
          outcome: outcome({
            sharedLoads: false,
            counters: { globalLoadSectors, globalStoreSectors },
            siteCounters: [site(0, { sectors: 900 }), site(1, { sectors: 100 })],
          }),
        }),
      ],
    }),
  });

  it('counts loads and stores together, and does not require shared memory', () => {
    const technique = { kind: 'global-traffic', maxSectorRatio: 0.5 } as const;
    expect(judged(technique, traffic(450, 100), withSites).status).toBe('passed');
    expect(judged(technique, traffic(450, 101), withSites)).toMatchObject({
      status: 'failed',
      findings: [{ line: 20, message: expect.stringMatching(/551 sectors .* 1,100; .*Line 10 has 90 %/) }],
    });
  });
});

describe('technique bank-conflicts', () => {
  const conflicts = (load: number, store: number) => ({
    run: run({
      launches: [
        launch({
          outcome: outcome({
            counters: {
              sharedLoadInstructions: 60,
              sharedStoreInstructions: 40,
              sharedLoadBankConflicts: load,
              sharedStoreBankConflicts: store,
            },
            siteCounters: [site(1, { bankConflicts: load })],
          }),
        }),
      ],
    }),
  });

  it('asks for few in each access', () => {
    const technique = { kind: 'bank-conflicts', maxPerRequest: 0.1 } as const;
    expect(judged(technique, conflicts(6, 4), withSites).status).toBe('passed');
    expect(judged(technique, conflicts(3_100, 0), withSites)).toMatchObject({
      status: 'failed',
      findings: [{ line: 20, message: expect.stringMatching(/31 bank conflicts .*Line 11 has 100 %/) }],
    });
  });

  it('is met by who uses no shared memory', () => {
    const none = { run: run({ launches: [launch({ outcome: outcome({ counters: {} }) })] }) };
    expect(judged({ kind: 'bank-conflicts', maxPerRequest: 0 }, none).status).toBe('passed');
  });
});

describe('technique launch-shape', () => {
  const technique = { kind: 'launch-shape', blocks: 'ceil(n/256)', maxSharedBytes: '4*256' } as const;
  const launched = (grid: readonly [number, number, number], sharedBytes: number) => ({
    run: run({ launches: [launch({ grid, outcome: outcome({ sharedBytes }) })] }),
  });

  it('depends on the case: the number of blocks and the shared memory', () => {
    expect(judged(technique, launched([16, 1, 1], 1024)).status).toBe('passed');
    expect(judged(technique, launched([4, 4, 1], 0)).status).toBe('passed');
    expect(judged(technique, launched([8, 1, 1], 0)).findings).toMatchObject([
      { line: 20, message: expect.stringMatching(/8 blocks; .* it must have 16/) },
    ]);
    expect(judged(technique, launched([16, 1, 1], 1028)).findings).toMatchObject([
      { line: 20, message: expect.stringMatching(/1,028 bytes of shared memory; .* maximum is 1,024/) },
    ]);
  });

  it('asks of launches that write outputs only, and for what it names only', () => {
    const helper = launch({ grid: [1, 1, 1], outcome: outcome({ outputThreads: 0, sharedBytes: 9999 }) });
    const own = launch({ grid: [16, 1, 1], outcome: outcome() });
    expect(judged(technique, { run: run({ launches: [helper, own] }) }).status).toBe('passed');
    const { maxSharedBytes: _, ...blocks } = technique;
    expect(judged(blocks, launched([16, 1, 1], 9999)).status).toBe('passed');
  });

  it('tells no sizes of a hidden case', () => {
    for (const change of [launched([7, 1, 1], 0), launched([16, 1, 1], 2000)]) {
      const [finding] = judged(technique, { visible: false, ...change }).findings;
      expect(finding?.message).toBeDefined();
      expect(finding?.message).not.toMatch(/\d/);
    }
  });
});

describe('several techniques', () => {
  const technique: Technique = {
    kind: 'all',
    of: [
      { kind: 'parallel-outputs', minThreads: 1024, minBlocks: 2 },
      { kind: 'transfers', maxCopies: 1 },
      { kind: 'bank-conflicts', maxPerRequest: 0 },
    ],
  };

  it('are all required, and each is reported', () => {
    const serial = launch({ outcome: outcome({ outputThreads: 1, outputBlocks: 1 }) });
    const plan = { schemaVersion: 1 as const, steps: [there(5), back(8)] };
    const { status, findings } = judged(technique, { run: run({ launches: [serial], plan }) });
    expect(status).toBe('failed');
    expect(findings.map(({ line }) => line)).toEqual([20, 8]);
    expect(judged(technique, { run: run({ plan: { schemaVersion: 1, steps: [there(5)] } }) }).status).toBe('passed');
  });

  it('are not judged by lost counters, but certain facts are reported', () => {
    const lost = launch({ outcome: outcome({ counters: {}, countersLost: true }) });
    expect(judged(technique, { run: run({ launches: [lost] }) }).status).toBe('error');
    const plan = { schemaVersion: 1 as const, steps: [there(5), back(8)] };
    expect(judged(technique, { run: run({ launches: [lost], plan }) })).toMatchObject({
      status: 'failed',
      findings: [{ line: 8 }],
    });
  });
});

describe('outputs in host memory', () => {
  const position = { file: FILE, line: 30, column: 3 };
  const copiedBack = { bytes: 0, unwrittenBytes: 0, kernelBytes: 0, tooEarly: false, position: null };
  const bytes = new Uint8Array(4 * 4096);
  const seen = (change: Partial<typeof copiedBack> | object, wrong: { wrong?: number; unwritten?: number }) => {
    const [own] = run().outputs;
    if (!own) throw new Error('no output');
    const outputs = [{ ...own, bytes, copiedBack: { ...copiedBack, ...change } }];
    const cases = [caseOf({ run: run({ outputs }), outputs: [output({ comparison: comparison(wrong) })] })];
    return judge(evidence({ cases })).find(({ id }) => id === 'correctness')?.findings;
  };

  it('say where nothing was copied back', () => {
    expect(seen({}, { unwritten: 4096 })).toMatchObject([
      { rule: 'unwritten-output', line: 20, message: expect.stringContaining('Nothing was copied back into out') },
    ]);
  });

  it('ask for the move by host code if some elements arrived', () => {
    const [finding] = seen({}, { unwritten: 9 }) ?? [];
    expect(finding).toMatchObject({
      message: expect.stringContaining('9 of 4,096 elements of out were never written'),
      hint: expect.stringContaining('Host code must also copy all of them into out'),
    });
  });

  it('name values of host code only if they explain most of what is wrong', () => {
    const first = (made: object, hostMade = {}) => {
      const outputs = [output({ comparison: comparison({ wrong: 9 }), ...hostMade })];
      const cases = [caseOf({ run: run(made), outputs })];
      return judge(evidence({ cases })).find(({ id }) => id === 'correctness')?.findings[0]?.message;
    };
    expect(first({ hostMadeBytes: 12 })).toContain('which computed 12 bytes');
    expect(first({ hostMadeBytes: 12, cutBytes: 12 })).toContain('9 of 4,096 elements');
    expect(first({ hostMadeBytes: 12 }, { hostMade: 5 })).toContain('which computed 12 bytes');
    expect(first({ hostMadeBytes: 12 }, { hostMade: 4 })).toContain('9 of 4,096 elements');
  });

  it('say where elements were counted for bytes', () => {
    expect(seen({ bytes: 4096, kernelBytes: 4096, position }, { unwritten: 3072 })).toMatchObject([
      {
        rule: 'unwritten-output',
        line: 30,
        message: expect.stringMatching(
          /Only 4,096 bytes of 16,384 were copied back .* as many bytes as there are elem/,
        ),
        hint: expect.stringContaining('cudaMemcpy counts bytes, not elements'),
      },
    ]);
    expect(seen({ bytes: 16_380, kernelBytes: 16_380, position }, { unwritten: 1 })).toMatchObject([
      {
        rule: 'unwritten-output',
        hint: 'Which elements of out does no copy reach?',
      },
    ]);
  });

  it('say where the copy came first', () => {
    const early = { bytes: 16_384, unwrittenBytes: 16_384, tooEarly: true, position };
    expect(seen(early, { unwritten: 4096 })).toMatchObject([
      { rule: 'unwritten-output', line: 30, message: expect.stringContaining('before the kernel') },
    ]);
    // The kernel stores, and not everywhere: the copy is not to blame.
    expect(seen({ ...early, tooEarly: false, kernelBytes: 0 }, { unwritten: 4096 })).toMatchObject([{ line: 20 }]);
  });

  it('say where another buffer was copied back', () => {
    expect(seen({ bytes: 16_384, position }, { wrong: 4096 })).toMatchObject([
      { rule: 'wrong-output', line: 30, message: expect.stringContaining('that no kernel wrote') },
    ]);
    expect(seen({ bytes: 16_384, kernelBytes: 16_384, position }, { wrong: 4096 })).toMatchObject([{ line: 15 }]);
  });
});

describe('technique parallel-outputs', () => {
  const technique = { kind: 'parallel-outputs', minThreads: 1024, minBlocks: 2 } as const;
  const writes = (threads: number, blocks: number, bytes: number) =>
    launch({ outcome: outcome({ outputThreads: threads, outputBlocks: blocks, delivered: { bytes, stored: bytes } }) });
  const statusOf = (...launches: LaunchRecord[]) => judged(technique, { run: run({ launches }) }).status;

  it('passes if one thread only sets what others overwrite', () => {
    expect(statusOf(writes(1, 1, 0), writes(4096, 16, ARRAY))).toBe('passed');
  });

  it('fails if one thread overwrites what others stored', () => {
    expect(statusOf(writes(4096, 16, 0), writes(1, 1, ARRAY))).toBe('failed');
  });

  it('asks for half of the outputs', () => {
    expect(statusOf(writes(4096, 16, ARRAY / 2), writes(1, 1, ARRAY / 2))).toBe('passed');
    expect(statusOf(writes(4096, 16, ARRAY / 2 - 4), writes(1, 1, ARRAY / 2 + 4))).toBe('failed');
  });

  const small = (threads: number, stored: number) =>
    launch({
      grid: [1, 1, 1],
      block: [threads, 1, 1],
      outcome: outcome({ outputThreads: 0, outputBlocks: 0, delivered: { bytes: 0, stored } }),
    });
  const many = (count: number, each: LaunchRecord) => Array.from({ length: count }, () => each);
  const step = launch({ outcome: outcome({ outputThreads: 0, delivered: { bytes: 0, stored: ARRAY } }) });

  it('adds up small launches that compute what others copy', () => {
    expect(withBytes(...many(10, small(2, ARRAY / 10)), writes(4096, 16, ARRAY))).toBe('failed');
    expect(withBytes(...many(10, small(64, ARRAY / 10)), writes(4096, 16, ARRAY))).toBe('failed');
  });

  it('allows a small launch per row, and one for the edges after each step', () => {
    const edges = many(40, step).flatMap((each) => [each, small(2, ARRAY / 64)]);
    expect(withBytes(...edges, writes(4096, 16, ARRAY))).toBe('passed');
    expect(withBytes(...many(64, small(64, ARRAY / 64)), writes(4096, 16, ARRAY))).toBe('passed');
  });

  function withBytes(...launches: LaunchRecord[]) {
    const outputs = run().outputs.map((each) => ({ ...each, bytes: new Uint8Array(ARRAY) }));
    return judged(technique, { run: run({ launches, outputs }) }).status;
  }
});

describe('technique by features', () => {
  const counted = { counters: { globalLoadRequests: 8 }, atomicSites: [], sharedLoads: false };
  const launches = (...changes: Parameters<typeof outcome>[0][]) => ({
    run: run({ launches: changes.map((change) => launch({ outcome: outcome({ ...counted, ...change }) })) }),
  });
  const uses = (feature: 'shared-memory' | 'constant-memory' | 'atomics' | 'wide-accesses') =>
    ({ kind: 'uses', feature }) as const;

  it('is what any launch of the case did', () => {
    const constants = { counters: { constantLoadRequests: 3 } };
    expect(judged(uses('constant-memory'), launches({}, constants)).status).toBe('passed');
    expect(judged(uses('constant-memory'), launches({}))).toMatchObject({
      status: 'failed',
      findings: [{ message: 'No launch uses constant memory. The exercise requires this.' }],
    });
    expect(judged(uses('shared-memory'), launches({ sharedLoads: true })).status).toBe('passed');
    expect(judged(uses('atomics'), launches({})).status).toBe('failed');
  });

  it('is not judged if it was not counted', () => {
    const lost = { counters: {}, countersLost: true };
    expect(judged(uses('constant-memory'), launches(lost)).status).toBe('error');
    expect(judged({ kind: 'not', of: uses('constant-memory') }, launches(lost)).status).toBe('error');
    expect(judged({ kind: 'global-atomics', max: 5 }, launches(lost)).status).toBe('error');
  });

  it('can be forbidden', () => {
    const technique = { kind: 'not', of: uses('atomics') } as const;
    expect(judged(technique, launches({})).status).toBe('passed');
    expect(judged(technique, launches({}, { usesAtomics: true }))).toMatchObject({
      status: 'failed',
      findings: [{ message: 'This launch uses atomic functions. The exercise does not allow this.' }],
    });
  });

  it('is one of several', () => {
    const technique = { kind: 'any', of: [uses('shared-memory'), uses('constant-memory')] } as const;
    const any = { ...technique, of: [...technique.of] };
    expect(judged(any, launches({ counters: { constantLoadRequests: 3 } })).status).toBe('passed');
    expect(judged(any, launches({}))).toMatchObject({
      findings: [{ message: 'The solution uses none of the 2 techniques that the exercise allows.' }],
    });
    const both = { kind: 'all' as const, of: [any, { kind: 'not' as const, of: uses('atomics') }] };
    expect(judged(both, launches({ sharedLoads: true, usesAtomics: true })).status).toBe('failed');
    expect(judged(both, launches({ sharedLoads: true })).status).toBe('passed');
  });

  it('bounds calls of atomic functions on global memory', () => {
    const calls = (count: number) => launches({ atomicSites: [{ site: 0, calls: count, blocks: 4 }] });
    const technique = { kind: 'global-atomics', max: '64*ceil(n/1024)' } as const;
    expect(judged(technique, calls(256)).status).toBe('passed');
    expect(judged(technique, calls(257))).toMatchObject({
      findings: [
        {
          message: 'Threads call atomic functions on global memory 257 times; the maximum in this case is 256.',
        },
      ],
    });
  });
});

describe('technique overlap', () => {
  const technique = { kind: 'overlap', minCopies: 4 } as const;
  const copies = (overlappingCopies?: number) => judged(technique, { run: { ...run(), overlappingCopies } });

  it('asks for copies that nothing orders with a kernel', () => {
    expect(copies(4).status).toBe('passed');
    expect(copies(3).findings[0]?.message).toBe(
      'Only 3 copies can run at the same time as a kernel of another stream. The exercise requires at least 4.',
    );
    expect(copies(0).findings[0]?.message).toMatch(/^No copy can run at the same time/);
  });

  it('is not judged if the order of streams is not known', () => {
    expect(copies(undefined).status).toBe('error');
  });
});

describe('technique error-handling', () => {
  const technique = { kind: 'error-handling', status: 'status' } as const;
  const failed = (...unnoticed: UnnoticedFailure[]) => judged(technique, { failedCalls: { calls: 5, unnoticed } });
  const position = { file: FILE, line: 7, column: 3 };

  it('passes if each failure is reported', () => {
    expect(failed().status).toBe('passed');
  });

  it('shows the first call whose failure the function does not report', () => {
    const { findings } = failed(
      { call: 'cudaMalloc', position, ended: false },
      { call: 'cudaMemcpy', position: { ...position, line: 9 }, ended: false },
    );
    expect(findings).toMatchObject([{ rule: 'missing-technique', line: 7 }]);
    expect(findings[0]?.message).toBe(
      'If `cudaMalloc` fails here, `status` does not report it. The grader made 5 calls fail, one in each run, and 2 had no report.',
    );
  });

  it('says what a launch and a program that ends do', () => {
    expect(failed({ call: 'cudaLaunchKernel', position, ended: true }).findings[0]?.message).toMatch(
      /^If this launch fails, the program ends, and the function does not return\./,
    );
  });

  it('is left to other checks if calls fail by themselves', () => {
    const apiErrors = [
      { call: 'cudaMalloc', code: 2, position, noticed: false, isUsed: true, reason: null, launch: null },
    ];
    expect(judged(technique, { run: run({ apiErrors }) }).findings).toEqual([]);
    expect(judged(technique).status).toBe('error');
  });
});
