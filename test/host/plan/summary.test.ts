import { describe, expect, it } from 'vitest';
import {
  buffersOf,
  type LaunchPlan,
  launchPlanSchema,
  type PlanStep,
  summarizePlan,
} from '../../../grader/host/plan/index.ts';

const position = { file: 'a.cu', line: 3, column: 5 };

function launch(kernel: string, error = 0, args: Extract<PlanStep, { step: 'launch' }>['args'] = []): PlanStep {
  return {
    step: 'launch',
    kernel,
    mangled: `_Z1${kernel}v`,
    grid: [2, 1, 1],
    block: [32, 1, 1],
    dynamicSharedBytes: 0,
    stream: 0,
    args,
    error,
    position,
  };
}

const plan: LaunchPlan = {
  schemaVersion: 1,
  steps: [
    { step: 'alloc', buffer: 0, bytes: 100, label: 'x', role: 'input' },
    { step: 'alloc', buffer: 1, bytes: 50, label: 'allocation 1', role: 'student' },
    { step: 'write', to: { buffer: 1, offset: 10 }, bytes: 40, position },
    launch('a'),
    { step: 'free', buffer: 1, position },
    { step: 'alloc', buffer: 2, bytes: 20, label: 'allocation 2', role: 'student' },
    launch('b', 9),
    launch('a'),
    { step: 'set', to: { buffer: 2, offset: 0 }, value: 255, bytes: 20, position: null },
    { step: 'copy', to: { buffer: 2, offset: 0 }, from: { buffer: 0, offset: 0 }, bytes: 5, position },
    { step: 'read', from: { buffer: 0, offset: 0 }, bytes: 100, position },
    { step: 'synchronize', position },
  ],
};

describe('the launch plan', () => {
  it('is data that its schema accepts after a round through JSON', () => {
    expect(launchPlanSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });

  it.each([
    ['an address in the place of a buffer', { step: 'write', to: 4096, bytes: 4, position: null }],
    ['a step that is not known', { step: 'wait', position: null }],
    ['a launch in two dimensions', { ...launch('a'), grid: [1, 1] }],
    ['a negative size', { step: 'alloc', buffer: 0, bytes: -1, label: 'x', role: 'input' }],
  ])('refuses %s', (_what, step) => {
    expect(launchPlanSchema.safeParse({ schemaVersion: 1, steps: [step] }).success).toBe(false);
  });
});

describe('summarizePlan', () => {
  it('adds up memory, traffic and launches', () => {
    expect(summarizePlan(plan)).toEqual({
      allocations: 2,
      allocatedBytes: 70,
      peakBytes: 150,
      leaked: [2],
      bytesToDevice: 40,
      bytesToHost: 100,
      bytesOnDevice: 25,
      kernels: [
        { kernel: 'a', launches: 2, failed: 0 },
        { kernel: 'b', launches: 1, failed: 1 },
      ],
      synchronizations: 1,
    });
  });

  it('sums nothing for a program that asked for nothing', () => {
    expect(summarizePlan({ schemaVersion: 1, steps: [] })).toMatchObject({
      allocations: 0,
      peakBytes: 0,
      kernels: [],
      leaked: [],
    });
  });
});

describe('buffersOf', () => {
  it('names each buffer of a launch once', () => {
    const step = launch('a', 0, [
      { kind: 'buffer', buffer: 3, offset: 0 },
      { kind: 'value', type: 'i32', base64: 'AQAAAA==' },
      { kind: 'buffer', buffer: 3, offset: 64 },
      { kind: 'buffer', buffer: 1, offset: 0 },
    ]);
    expect(step.step === 'launch' ? buffersOf(step) : []).toEqual([3, 1]);
  });
});
