import { describe, expect, it } from 'vitest';
import { gradersOn, ofOneModel, readGpuList, visibleOf } from '../../grader/pipeline/gpu/list.ts';

const GPUS = readGpuList(`0, GPU-aa11, 81559, NVIDIA H100 80GB HBM3
1, GPU-ab22, 81559, NVIDIA H100 80GB HBM3
2, GPU-cc33, [N/A], NVIDIA A100, PCIe
`);
const indexes = (visible: string | undefined) => visibleOf(GPUS, visible).map(({ index }) => index);

describe('the GPUs of a machine', () => {
  it('are read from nvidia-smi', () => {
    expect(GPUS[2]).toEqual({ index: 2, uuid: 'GPU-cc33', name: 'NVIDIA A100, PCIe', mebibytes: null });
    expect(GPUS[0]?.mebibytes).toBe(81_559);
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

  it('serve as many graders as their memory holds, twelve at most', () => {
    const gpu = (mebibytes: number | null) => ({ index: 0, uuid: 'GPU-aa11', name: 'GPU', mebibytes });
    const graders = [[81_559], [null], [8_192], [1_024], [81_559, 8_192]].map((each) => gradersOn(each.map(gpu)));
    expect(graders).toEqual([12, 12, 3, 1, 15]);
    expect(gradersOn([])).toBe(Number.POSITIVE_INFINITY);
  });

  it('are of one model in a batch', () => {
    const { used, others } = ofOneModel(GPUS);
    expect(used.map(({ index }) => index)).toEqual([0, 1]);
    expect(others.map(({ index }) => index)).toEqual([2]);
  });
});
