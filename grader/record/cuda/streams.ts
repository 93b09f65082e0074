import { FIXED_LIMITS } from '../../limits/index.ts';
import type { Imports } from '../host/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { FACTS } from './properties.ts';

/** cudaStreamLegacy and cudaStreamPerThread; 0 is the default stream. */
const BUILT_IN_STREAMS = 2;
const FIRST_STREAM = 0x100;
const FIRST_EVENT = 0x1000_0000;
const DISABLE_TIMING = 2;
const NON_BLOCKING = 1;

interface Stream {
  readonly id: number;
  readonly flags: number;
  readonly priority: number;
}

interface Event {
  readonly timed: boolean;
  /** The program's clock when it was recorded, nanoseconds. */
  at: bigint | null;
}

/** Streams and events. All work is done when its call returns, so that waiting is never long. */
export function streamCalls(context: Context): Imports {
  const streams = new Map<number, Stream>();
  const events = new Map<number, Event>();
  let nextStream = FIRST_STREAM;
  let nextEvent = FIRST_EVENT;
  const { clock, recorder } = context;

  const isFull = () => streams.size + events.size >= FIXED_LIMITS.handles;
  const streamOf = (handle: number): Stream | undefined =>
    handle <= BUILT_IN_STREAMS ? { id: handle, flags: 0, priority: FACTS.leastPriority } : streams.get(handle);
  const isStream = (stream: number) => streamOf(stream) !== undefined;
  const synchronize = () => {
    recorder.step({ step: 'synchronize', position: context.here() });
    context.mapped.synchronize();
    return CUDA.success;
  };
  const createStream = (name: string) => (result: number, flags: number, wanted: number) =>
    context.call(name, () => {
      if (result === 0 || (flags & ~NON_BLOCKING) !== 0) return CUDA.invalidValue;
      if (isFull()) return CUDA.memoryAllocation;
      // Lower numbers are more urgent; what lies outside the range is taken for its end.
      const priority = Math.max(FACTS.greatestPriority, Math.min(FACTS.leastPriority, wanted));
      streams.set(nextStream, { id: nextStream, flags, priority });
      context.memory.setU32(result >>> 0, nextStream);
      nextStream += 0x10;
      return CUDA.success;
    });
  const createEvent = (name: string) => (result: number, flags: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      if (isFull()) return CUDA.memoryAllocation;
      events.set(nextEvent, { timed: (flags & DISABLE_TIMING) === 0, at: null });
      context.memory.setU32(result >>> 0, nextEvent);
      nextEvent += 0x10;
      return CUDA.success;
    });
  const onStream = (name: string, body: () => number) => (stream: number) =>
    context.call(name, () => (isStream(stream >>> 0) ? body() : CUDA.invalidResourceHandle));
  const tell = (name: string, handle: number, result: number, body: (stream: Stream) => void) =>
    context.call(name, () => {
      const stream = streamOf(handle >>> 0);
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
  const record = (name: string) => (handle: number, stream: number) =>
    onEvent(name, (event) => {
      if (!isStream(stream >>> 0)) return CUDA.invalidResourceHandle;
      event.at = clock.now;
      return CUDA.success;
    })(handle);
  const onEvent = (name: string, body: (event: Event) => number) => (handle: number) =>
    context.call(name, () => {
      const event = events.get(handle >>> 0);
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
      context.call('cudaStreamDestroy', () =>
        streams.delete(stream >>> 0) ? CUDA.success : CUDA.invalidResourceHandle,
      ),
    cudaStreamSynchronize: (stream = 0) => onStream('cudaStreamSynchronize', synchronize)(stream),
    cudaStreamQuery: (stream = 0) => onStream('cudaStreamQuery', finished)(stream),
    cudaStreamWaitEvent: (stream = 0, event = 0) =>
      onStream('cudaStreamWaitEvent', () => (events.has(event >>> 0) ? CUDA.success : CUDA.invalidResourceHandle))(
        stream,
      ),
    cudaEventCreate: (result = 0) => createEvent('cudaEventCreate')(result, 0),
    cudaEventCreateWithFlags: (result = 0, flags = 0) => createEvent('cudaEventCreateWithFlags')(result, flags),
    cudaEventDestroy: (event = 0) =>
      context.call('cudaEventDestroy', () => (events.delete(event >>> 0) ? CUDA.success : CUDA.invalidResourceHandle)),
    cudaEventRecord: (handle = 0, stream = 0) => record('cudaEventRecord')(handle, stream),
    cudaEventRecordWithFlags: (handle = 0, stream = 0) => record('cudaEventRecordWithFlags')(handle, stream),
    cudaEventSynchronize: (event = 0) => onEvent('cudaEventSynchronize', synchronize)(event),
    cudaEventQuery: (event = 0) => onEvent('cudaEventQuery', finished)(event),
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
