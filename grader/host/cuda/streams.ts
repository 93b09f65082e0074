import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { FACTS } from './properties.ts';
import { type CudaEvent, NON_BLOCKING, type Stream, type StreamTable } from './stream-table.ts';

const DISABLE_TIMING = 2;

/** Streams and events. All work is done when its call returns, so that waiting is never long. */
export function streamCalls(context: Context, table: StreamTable): Imports {
  const { clock, recorder } = context;
  const { captures } = context.graphs;

  const isStream = (stream: number) => table.stream(stream) !== undefined;
  const synchronize = () => {
    recorder.step({ step: 'synchronize', position: context.here() });
    context.mapped.synchronize();
    return CUDA.success;
  };
  const createStream = (name: string) => (result: number, flags: number, wanted: number) =>
    context.call(name, () => {
      if (result === 0 || (flags & ~NON_BLOCKING) !== 0) return CUDA.invalidValue;
      if (table.isFull) return CUDA.memoryAllocation;
      // Lower numbers are more urgent; what lies outside the range is taken for its end.
      const priority = Math.max(FACTS.greatestPriority, Math.min(FACTS.leastPriority, wanted));
      context.memory.setWord(result, table.addStream(flags, priority));
      return CUDA.success;
    });
  const createEvent = (name: string) => (result: number, flags: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      if (table.isFull) return CUDA.memoryAllocation;
      context.memory.setWord(result, table.addEvent((flags & DISABLE_TIMING) === 0));
      return CUDA.success;
    });
  const onStream = (name: string, body: () => number) => (stream: number) =>
    context.call(name, () => (isStream(stream >>> 0) ? body() : CUDA.invalidResourceHandle));
  const tell = (name: string, handle: number, result: number, body: (stream: Stream) => void) =>
    context.call(name, () => {
      const stream = table.stream(handle);
      if (!stream) return CUDA.invalidResourceHandle;
      if (result === 0) return CUDA.invalidValue;
      body(stream);
      return CUDA.success;
    });
  /** Everything is done: who asks for it has waited for it. */
  const finished = () => {
    context.mapped.synchronize();
    return CUDA.success;
  };
  const isTimed = (event: CudaEvent | undefined) => event?.timed && event.at !== null && event.captured === null;
  const isUnfinished = (handles: readonly number[]) => {
    const events = handles.map((handle) => table.event(handle));
    return events.every(isTimed) && events.some((event) => event && !context.unfinished.isFinished(event.after));
  };
  /** Answers once that the time is not known yet: a program that asks again has waited. Like a GPU, it sets no last error. */
  const notReady = (call: string) => {
    const about = { noticed: false, isUsed: true, reason: null, launch: null };
    recorder.error({ call, code: CUDA.notReady, ...about, position: context.here() });
    context.unfinished.waited();
    return CUDA.notReady;
  };
  const record = (name: string) => (handle: number, stream: number) =>
    onEvent(name, (event) => {
      const where = table.stream(stream);
      if (!where) return CUDA.invalidResourceHandle;
      if (captures.record(stream >>> 0, event)) return CUDA.success;
      event.at = clock.now;
      event.after = context.unfinished.lastBefore(where, table);
      return CUDA.success;
    })(handle);
  const onEvent = (name: string, body: (event: CudaEvent) => number) => (handle: number) =>
    context.call(name, () => {
      const event = table.event(handle);
      return event ? body(event) : CUDA.invalidResourceHandle;
    });

  return {
    cudaDeviceSynchronize: () => context.call('cudaDeviceSynchronize', synchronize),
    cudaThreadSynchronize: () => context.call('cudaThreadSynchronize', synchronize),
    cudaStreamCreate: (result = 0) => createStream('cudaStreamCreate')(result, 0, 0),
    cudaStreamCreateWithFlags: (result = 0, flags = 0) => createStream('cudaStreamCreateWithFlags')(result, flags, 0),
    cudaStreamCreateWithPriority: (result = 0, flags = 0, priority = 0) =>
      createStream('cudaStreamCreateWithPriority')(result, flags, priority),
    cudaStreamGetFlags: (stream = 0, result = 0) =>
      tell('cudaStreamGetFlags', stream, result, ({ flags }) => context.memory.setU32(result >>> 0, flags)),
    cudaStreamGetPriority: (stream = 0, result = 0) =>
      tell('cudaStreamGetPriority', stream, result, ({ priority }) => context.memory.setI32(result >>> 0, priority)),
    cudaStreamGetId: (stream = 0, result = 0) =>
      tell('cudaStreamGetId', stream, result, ({ id }) => context.memory.setU64(result >>> 0, BigInt(id))),
    cudaStreamGetDevice: (stream = 0, result = 0) =>
      tell('cudaStreamGetDevice', stream, result, () => context.memory.setI32(result >>> 0, 0)),
    cudaStreamDestroy: (stream = 0) =>
      context.call('cudaStreamDestroy', () => {
        if (!table.removeStream(stream)) return CUDA.invalidResourceHandle;
        captures.forget(stream >>> 0);
        return CUDA.success;
      }),
    cudaStreamSynchronize: (stream = 0) => onStream('cudaStreamSynchronize', synchronize)(stream),
    cudaStreamQuery: (stream = 0) => onStream('cudaStreamQuery', finished)(stream),
    cudaStreamWaitEvent: (handle = 0, event = 0) =>
      context.call('cudaStreamWaitEvent', () => {
        const [stream, awaited] = [table.stream(handle), table.event(event)];
        if (!stream || !awaited) return CUDA.invalidResourceHandle;
        return captures.wait(stream, awaited) ?? CUDA.success;
      }),
    cudaEventCreate: (result = 0) => createEvent('cudaEventCreate')(result, 0),
    cudaEventCreateWithFlags: (result = 0, flags = 0) => createEvent('cudaEventCreateWithFlags')(result, flags),
    cudaEventDestroy: (event = 0) =>
      context.call('cudaEventDestroy', () => (table.removeEvent(event) ? CUDA.success : CUDA.invalidResourceHandle)),
    cudaEventRecord: (handle = 0, stream = 0) => record('cudaEventRecord')(handle, stream),
    cudaEventRecordWithFlags: (handle = 0, stream = 0) => record('cudaEventRecordWithFlags')(handle, stream),
    cudaEventSynchronize: (event = 0) =>
      onEvent('cudaEventSynchronize', ({ captured }) => (captured ? CUDA.invalidValue : synchronize()))(event),
    cudaEventQuery: (event = 0) =>
      onEvent('cudaEventQuery', ({ captured }) => (captured ? CUDA.invalidValue : finished()))(event),
    cudaEventElapsedTime: (result = 0, start = 0, end = 0) => {
      const name = 'cudaEventElapsedTime';
      const isRunning = context.failsLikeGpu && !context.hasFailed && result !== 0 && isUnfinished([start, end]);
      if (isRunning) return notReady(name);
      return context.call(name, () => {
        const [first, last] = [table.event(start), table.event(end)];
        if (result === 0 || first?.captured || last?.captured) return CUDA.invalidValue;
        if (!first?.timed || !last?.timed || first.at === null || last.at === null) return CUDA.invalidResourceHandle;
        context.memory.setF32(result >>> 0, Number(last.at - first.at) / 1e6);
        return CUDA.success;
      });
    },
  };
}
