import { describe, expect, it } from 'vitest';
import { ofOneModel, readGpuList, visibleOf } from '../../grader/gpu/list.ts';

const GPUS = readGpuList(`0, GPU-aa11, NVIDIA H100 80GB HBM3
1, GPU-ab22, NVIDIA H100 80GB HBM3
2, GPU-cc33, NVIDIA A100, PCIe
`);
const indexes = (visible: string | undefined) => visibleOf(GPUS, visible).map(({ index }) => index);

describe('the GPUs of a machine', () => {
  it('are read from nvidia-smi', () => {
    expect(GPUS[2]).toEqual({ index: 2, uuid: 'GPU-cc33', name: 'NVIDIA A100, PCIe' });
    expect(readGpuList('No devices were found\n')).toEqual([]);
  });

  it.each<[string | undefined, number[]]>([
    [undefined, [0, 1, 2]],
    ['1', [1]],
    ['2, 0', [2, 0]],
    ['GPU-cc', [2]],
    ['', []],
    ['-1', []],
    ['MIG-aa11/7/0', []],
  ])('are limited by CUDA_VISIBLE_DEVICES=%s', (visible, expected) => {
    expect(indexes(visible)).toEqual(expected);
  });

  it('are of one model in a batch', () => {
    const { used, others } = ofOneModel(GPUS);
    expect(used.map(({ index }) => index)).toEqual([0, 1]);
    expect(others.map(({ index }) => index)).toEqual([2]);
  });
});
