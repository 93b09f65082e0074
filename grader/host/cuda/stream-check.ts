import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { STREAM_ARGUMENT } from './stream-arguments.ts';
import type { StreamTable } from './stream-table.ts';

/** Returns the calls of the runtime, of which those in a stream that does not exist fail. In an exercise they do the work. */
export function checkingStreams(context: Context, table: StreamTable, calls: Imports): Imports {
  if (!context.failsLikeGpu) return calls;
  const checked = Object.entries(STREAM_ARGUMENT).flatMap(([name, at]) => {
    const call = calls[name];
    if (!call) return [];
    const guarded: typeof call = (...args) =>
      table.stream((args[at] ?? 0) >>> 0) ? call(...args) : context.call(name, () => CUDA.invalidResourceHandle);
    return [[name, guarded] as const];
  });
  return { ...calls, ...Object.fromEntries(checked) };
}
