import type { Imports } from '../host/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';

/** cudaLaunchHostFunc and cudaStreamAddCallback: native/emulator/host/callbacks.c calls the function between these two. */
export function hostFunctionCalls(context: Context): Imports {
  return {
    begin_callback: (_stream = 0, callback = 0, flags = 0) =>
      context.call('cudaLaunchHostFunc', () => {
        if (callback === 0 || flags !== 0) return CUDA.invalidValue;
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
