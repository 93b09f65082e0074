import { describe, expect, test } from 'vitest';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { architecturesFor, gencodeOptions } from '../../grader/sandbox/architectures.ts';
import { openSandbox } from '../../grader/sandbox/index.ts';
import { reason } from './support.ts';

const CUDA_11_8 = ['sm_35', 'sm_75', 'sm_80', 'sm_86', 'sm_87', 'sm_89', 'sm_90', 'sm_90a'];
const CUDA_13 = ['sm_75', 'sm_80', 'sm_86', 'sm_87', 'sm_88', 'sm_89', 'sm_90', 'sm_100', 'sm_103', 'sm_110', 'sm_120'];

test('builds for each kind of GPU once', () => {
  const gpus = [
    { major: 7, minor: 5 },
    { major: 9, minor: 0 },
    { major: 7, minor: 5 },
  ];
  expect(architecturesFor(gpus)).toEqual(['sm_75', 'sm_90']);
  expect(architecturesFor(gpus, { known: CUDA_13 })).toEqual(['sm_75', 'sm_90']);
  expect(architecturesFor([{ major: 12, minor: 0 }], { known: CUDA_13 })).toEqual(['sm_120']);
});

test('builds for one architecture where there is no GPU', () => {
  expect(architecturesFor([])).toEqual(['sm_90']);
  expect(architecturesFor([], { known: CUDA_11_8 })).toEqual(['sm_90']);
  expect(architecturesFor([], { known: ['sm_52', 'sm_75', 'sm_60'] })).toEqual(['sm_75']);
});

test('builds PTX for a GPU that is newer than nvcc, or older machine code', () => {
  expect(architecturesFor([{ major: 12, minor: 0 }], { known: CUDA_11_8 })).toEqual(['compute_90']);
  expect(architecturesFor([{ major: 8, minor: 8 }], { known: CUDA_11_8 })).toEqual(['sm_87']);
});

test('does not build for a GPU that is older than nvcc', () => {
  const old = [{ major: 6, minor: 1 }];
  expect(() => architecturesFor(old, { known: CUDA_13 })).toThrow(InfrastructureError);
  expect(() => architecturesFor(old, { known: CUDA_13 })).toThrow('compute capability 6.1');
});

test('builds for what the course asks for before anything else', () => {
  const configured = ['sm_80', 'compute_80', 'sm_80'];
  expect(architecturesFor([{ major: 9, minor: 0 }], { known: CUDA_13, configured })).toEqual(['sm_80', 'compute_80']);
  expect(() => architecturesFor([], { configured: ['ampere'] })).toThrow('"ampere" is no GPU architecture');
});

test('asks nvcc for machine code or PTX, and for nothing else', () => {
  expect(gencodeOptions(['sm_80', 'compute_90', 'sm_90a'])).toEqual([
    ...['-gencode', 'arch=compute_80,code=sm_80'],
    ...['-gencode', 'arch=compute_90,code=compute_90'],
    ...['-gencode', 'arch=compute_90a,code=sm_90a'],
  ]);
  for (const bad of [[], ['sm_9'], ['sm_90; rm'], ['-run'], ['sm_90,sm_80']]) {
    expect(() => gencodeOptions(bad)).toThrow(RangeError);
  }
});

describe.skipIf(reason !== null)('the nvcc of the image', () => {
  test('is asked what it knows', async () => {
    const sandbox = await openSandbox();
    expect(await sandbox.architectures([])).toEqual(['sm_90']);
    expect(await sandbox.architectures([{ major: 99, minor: 0 }])).toEqual([expect.stringMatching(/^compute_\d+$/)]);
    expect(await sandbox.architectures([], ['sm_80'])).toEqual(['sm_80']);
  });

  test('makes PTX for a GPU of the future', async () => {
    const sandbox = await openSandbox();
    const source = '__global__ void k(int* x) { *x = 1; }';
    const result = await sandbox.buildFatbin({
      source,
      fileName: 'a.cu',
      prototype: null,
      architectures: ['compute_80'],
    });
    expect(result.status).toBe('compiled');
  });
});
