import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';

/** More dimensions than any tensor of an exercise has. */
const MAX_DIMS = 64;

/** What a generated entry point tells of the tensor that it was given (native/emulator/include/emu/torch/grade.h). */
export function tensorCalls(context: Context): Imports {
  return {
    returned_tensor: (defined = 0, type = 0, cuda = 0, contiguous = 0, dims = 0, sizes = 0) => {
      const count = Math.min(dims >>> 0, MAX_DIMS);
      const extents = Array.from({ length: count }, (_, axis) =>
        Number(BigInt.asIntN(64, context.memory.u64((sizes >>> 0) + 8 * axis))),
      );
      context.recorder.returned = {
        defined: defined !== 0,
        type,
        device: cuda !== 0 ? 'cuda' : 'cpu',
        contiguous: contiguous !== 0,
        sizes: extents,
      };
      return undefined;
    },
  };
}
