import type { Imports } from '../host/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';

/** cudaStreamLegacy and cudaStreamPerThread; 0 is the default stream. */
const BUILT_IN_STREAMS = 2;
const FIRST_STREAM = 0x100;
const FIRST_EVENT = 0x1000_0000;
const DISABLE_TIMING = 2;

interface Event {
  readonly timed: boolean;
  /** The program's clock when it was recorded, nanoseconds. */
  at: bigint | null;
}

/** Streams and events. All work is done when its call returns, so that waiting is never long. */
export function streamCalls(context: Context): Imports {
  const streams = new Set<number>();
  const events = new Map<number, Event>();
  let nextStream = FIRST_STREAM;
  let nextEvent = FIRST_EVENT;
  const { clock, recorder } = context;

  const isStream = (stream: number) => stream <= BUILT_IN_STREAMS || streams.has(stream);
  const synchronize = () => {
    recorder.step({ step: 'synchronize', position: context.here() });
    return CUDA.success;
  };
  const createStream = (name: string) => (result: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      streams.add(nextStream);
      context.memory.setU32(result >>> 0, nextStream);
      nextStream += 0x10;
      return CUDA.success;
    });
  const createEvent = (name: string) => (result: number, flags: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      events.set(nextEvent, { timed: (flags & DISABLE_TIMING) === 0, at: null });
      context.memory.setU32(result >>> 0, nextEvent);
      nextEvent += 0x10;
      return CUDA.success;
    });
  const onStream = (name: string, body: () => number) => (stream: number) =>
    context.call(name, () => (isStream(stream >>> 0) ? body() : CUDA.invalidResourceHandle));
  const onEvent = (name: string, body: (event: Event) => number) => (handle: number) =>
    context.call(name, () => {
      const event = events.get(handle >>> 0);
      return event ? body(event) : CUDA.invalidResourceHandle;
    });

  return {
    cudaDeviceSynchronize: () => context.call('cudaDeviceSynchronize', synchronize),
    cudaThreadSynchronize: () => context.call('cudaThreadSynchronize', synchronize),
    cudaStreamCreate: (result = 0) => createStream('cudaStreamCreate')(result),
    cudaStreamCreateWithFlags: (result = 0) => createStream('cudaStreamCreateWithFlags')(result),
    cudaStreamCreateWithPriority: (result = 0) => createStream('cudaStreamCreateWithPriority')(result),
    cudaStreamDestroy: (stream = 0) =>
      context.call('cudaStreamDestroy', () =>
        streams.delete(stream >>> 0) ? CUDA.success : CUDA.invalidResourceHandle,
      ),
    cudaStreamSynchronize: (stream = 0) => onStream('cudaStreamSynchronize', synchronize)(stream),
    cudaStreamQuery: (stream = 0) => onStream('cudaStreamQuery', () => CUDA.success)(stream),
    cudaStreamWaitEvent: (stream = 0, event = 0) =>
      onStream('cudaStreamWaitEvent', () => (events.has(event >>> 0) ? CUDA.success : CUDA.invalidResourceHandle))(
        stream,
      ),
    cudaEventCreate: (result = 0) => createEvent('cudaEventCreate')(result, 0),
    cudaEventCreateWithFlags: (result = 0, flags = 0) => createEvent('cudaEventCreateWithFlags')(result, flags),
    cudaEventDestroy: (event = 0) =>
      context.call('cudaEventDestroy', () => (events.delete(event >>> 0) ? CUDA.success : CUDA.invalidResourceHandle)),
    cudaEventRecord: (handle = 0, stream = 0) =>
      onEvent('cudaEventRecord', (event) => {
        if (!isStream(stream >>> 0)) return CUDA.invalidResourceHandle;
        event.at = clock.now;
        return CUDA.success;
      })(handle),
    cudaEventSynchronize: (event = 0) => onEvent('cudaEventSynchronize', synchronize)(event),
    cudaEventQuery: (event = 0) => onEvent('cudaEventQuery', () => CUDA.success)(event),
    cudaEventElapsedTime: (result = 0, start = 0, end = 0) =>
      context.call('cudaEventElapsedTime', () => {
        const [first, last] = [events.get(start >>> 0), events.get(end >>> 0)];
        if (result === 0) return CUDA.invalidValue;
        if (!first?.timed || !last?.timed || first.at === null || last.at === null) return CUDA.invalidResourceHandle;
        context.memory.setF32(result >>> 0, Number(last.at - first.at) / 1e6);
        return CUDA.success;
      }),
  };
}
