import { expect, it } from 'vitest';
import { Buffers } from '../../grader/host/buffers.ts';
import { CudaArrays } from '../../grader/host/cuda/arrays.ts';
import type { Context } from '../../grader/host/cuda/context.ts';
import { HostMemory } from '../../grader/host/module/memory.ts';
import { Recorder } from '../../grader/host/recorder.ts';
import { FIXED_LIMITS } from '../../grader/limits/index.ts';

/** As much of a context as arrays use. */
function context(): Context {
  const memory = new HostMemory(new WebAssembly.Memory({ initial: 1 }), () => false);
  const device = { setTexture: () => undefined, alloc: () => 4096, free: () => 0, owns: () => true };
  const graphs = { memory: { free: () => false } };
  return {
    device,
    memory,
    graphs,
    buffers: new Buffers(),
    recorder: new Recorder(0),
    here: () => null,
  } as unknown as Context;
}

it('allows any number of CUDA arrays in turn, and a limited number at once', () => {
  const made = context();
  const [result, description] = [16, 64];
  for (const [index, word] of [32, 0, 0, 0, 2].entries()) made.memory.setU32(description + 4 * index, word);
  const arrays = new CudaArrays(made);
  const allocate = () => arrays.allocate(result, description, { width: 4, height: 4, depth: 0 }, 0);
  const codes = new Set<number>();
  for (let count = 0; count <= FIXED_LIMITS.handles; count++) {
    codes.add(allocate());
    codes.add(arrays.free(made.memory.u32(result)));
  }
  expect(codes).toEqual(new Set([0]));
  for (let count = 0; count < FIXED_LIMITS.handles; count++) codes.add(allocate());
  expect(codes).toEqual(new Set([0]));
  expect(allocate()).toBe(2);
}, 20_000);
