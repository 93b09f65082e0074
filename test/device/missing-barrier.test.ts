import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { missingBarrier } from '../../grader/device/emulator/missing-barrier.ts';
import { compileKernels } from './harness.ts';

const kernel = (body: string) => `{
  __shared__ int s[256];
  int t = threadIdx.x;
  ${body}
  __syncthreads();
  out[t] = s[255 - t];
}
`;
const SOURCE = `
__global__ void straight(int *out, int n) ${kernel(`
  s[t] = n; // @fill
  out[t] = s[t ^ n]; // @use`)}
__global__ void warps(int *out, int n) ${kernel(`
  for (int i = 0; i < n; i++) {
    s[t] = i; // @warps-fill
    __syncwarp(); // @warps-wait
    out[t] += s[t ^ n]; // @warps-use
    __syncthreads();
  }`)}
__global__ void turns(int *out, int n) ${kernel(`
  for (int i = 0; i < n; i++) {
    s[t] = i; // @turns-fill
    __syncthreads();
    out[t] += s[t ^ n]; // @turns-use
  }`)}
__global__ void neither(int *out, int n) ${kernel(`
  for (int i = 0; i < n; i++) {
    s[t] = i; // @neither-fill
    out[t] += s[t ^ n]; // @neither-use
  }`)}
__global__ void tree(int *out, int n) ${kernel(`
  for (int d = n; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d]; // @tree
    __syncwarp();
  }`)}
__global__ void once(int *out, int n) ${kernel(`
  s[t] = s[t ^ n] + 1; // @once`)}
__global__ void statements(int *out, int n) ${kernel(`
  s[t] = n; out[t] = s[t ^ n]; // @statements`)}
__global__ void branches(int *out, int n) ${kernel(`
  if (t < n) s[t] = n; // @branch
  else out[t] = s[t ^ n]; // @other-branch`)}
__global__ void ordered(int *out, int n) ${kernel(`
  s[t] = n; // @ordered-fill
  __syncthreads();
  out[t] = s[t ^ n]; // @ordered-use`)}
`;
const lineOf = (mark: string) => SOURCE.split('\n').findIndex((text) => text.endsWith(`// @${mark}`)) + 1;

let program: DeviceProgram;
beforeAll(async () => {
  ({ program } = await compileKernels(SOURCE));
});

function missing(store: string, load: string, inWarp = false) {
  const site = (kind: string, mark: string) => {
    const at = program.sites.findIndex(
      (each) => each.kind === kind && each.variable !== 'out' && each.position?.line === lineOf(mark),
    );
    expect(at).toBeGreaterThanOrEqual(0);
    return at;
  };
  const [one, other] = [site('store', store), site('load', load)];
  const found = missingBarrier(program, one, other, inWarp);
  expect(missingBarrier(program, other, one, inWarp)).toEqual(found);
  return found && { place: found.place, warpBarrier: found.warpBarrier?.line };
}

describe('missingBarrier', () => {
  it.each([
    ['fill', 'use', 'between'],
    ['turns-fill', 'turns-use', 'before-next'],
    ['neither-fill', 'neither-use', 'in-loop'],
    ['once', 'once', 'same-line'],
    ['statements', 'statements', 'same-line'],
  ])('follows the control flow from %s to %s', (store, load, place) => {
    expect(missing(store, load)).toEqual({ place, warpBarrier: undefined });
  });

  it.each([
    ['warps-fill', 'warps-use', 'between', 'warps-wait'],
    ['tree', 'tree', 'in-loop', null],
  ])('takes no __syncwarp() for a barrier of the block: %s', (store, load, place, mark) => {
    const wait = mark === null ? lineOf('tree') + 1 : lineOf(mark);
    expect(missing(store, load)).toEqual({ place, warpBarrier: wait });
  });

  it('takes __syncwarp() for a barrier between lanes of one warp', () => {
    expect(missing('warps-fill', 'warps-use', true)).toBeNull();
    expect(missing('fill', 'use', true)).toEqual({ place: 'between', warpBarrier: undefined });
  });

  it.each([
    ['branch', 'other-branch'],
    ['ordered-fill', 'ordered-use'],
  ])('returns null if no way without a barrier leads from %s to %s', (store, load) => {
    expect(missing(store, load)).toBeNull();
  });
});
