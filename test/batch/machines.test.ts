import { describe, expect, it } from 'vitest';
import { countMachines, describeMachine, differencesFrom, type EngineIdentity } from '../../grader/batch/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';

const IMAGE = `sha256:${'3f2a91c07b44'.padEnd(64, '0')}`;
const engine: EngineIdentity = {
  ...{ target: 'gpu', engine: 'e', clang: '22', nvcc: '13.0.88', image: IMAGE },
  ...{ gpu: 'NVIDIA H200', driver: '13.0', sanitize: false },
};

function result(environment: object, target: 'gpu' | 'emulator' = 'gpu'): GradeResult {
  return { target, environment: { nvcc: null, driver: null, ...environment } } as GradeResult;
}

describe('countMachines', () => {
  it('keeps results with and without nvcc apart, most first', () => {
    const withNvcc = { nvcc: '13.0.88', image: IMAGE };
    const counted = countMachines([result({}, 'emulator'), ...[1, 2, 3].map(() => result(withNvcc, 'emulator'))]);
    expect(counted.map(({ machine, results }) => `${results}: ${describeMachine(machine)}`)).toEqual([
      '3: the emulator and nvcc 13.0.88 (image 3f2a91c07b44)',
      '1: the emulator, without nvcc',
    ]);
  });

  it('names the GPU and its driver', () => {
    const { gpu, driver, nvcc, image } = engine;
    const [only] = countMachines([result({ gpu, driver, nvcc, image })]);
    expect(only && describeMachine(only.machine)).toBe(
      'NVIDIA H200, driver 13.0, and nvcc 13.0.88 (image 3f2a91c07b44)',
    );
  });
});

describe('differencesFrom', () => {
  it('reports what a machine has lost or changed', () => {
    const machine = { target: 'gpu', nvcc: '13.0.88', driver: '13.0', gpu: 'NVIDIA H100', image: IMAGE } as const;
    expect(differencesFrom(machine, { ...engine, nvcc: null, image: null })).toEqual([
      'nvcc: 13.0.88 before, none now',
      'gpu: NVIDIA H100 before, NVIDIA H200 now',
      `image: ${IMAGE} before, none now`,
    ]);
  });

  it('ignores what an older result does not say', () => {
    expect(differencesFrom({ target: 'gpu', nvcc: '13.0.88', driver: '13.0' }, engine)).toEqual([]);
  });
});
