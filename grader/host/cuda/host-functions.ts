import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';

/** cudaLaunchHostFunc and cudaStreamAddCallback: native/emulator/host/callbacks.c calls the function between these two. */
export function hostFunctionCalls(context: Context): Imports {
  return {
    begin_callback: (stream = 0, callback = 0, data = 0, flags = 0, withStatus = 0, isCaptured = 0) =>
      context.call(withStatus ? 'cudaStreamAddCallback' : 'cudaLaunchHostFunc', () => {
        if (callback === 0 || flags !== 0) return CUDA.invalidValue;
        const { captures } = context.graphs;
        const refused = withStatus ? captures.refuseInCapture(stream >>> 0) : captures.refuse(stream >>> 0);
        if (refused !== CUDA.success) return refused;
        const work = { type: 'host', function: callback >>> 0, data: data >>> 0 } as const;
        const captured = captures.add(stream >>> 0, () => work);
        if (captured !== null) {
          context.memory.setU32(isCaptured >>> 0, 1);
          return captured;
        }
        // What was queued before it is done, and it may look.
        context.mapped.synchronize();
        context.inHostFunction = true;
        return CUDA.success;
      }),
    end_callback: () => {
      context.inHostFunction = false;
      return undefined;
    },
  };
}
