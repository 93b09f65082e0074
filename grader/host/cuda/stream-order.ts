import type { Imports } from '../module/wasi.ts';
import type { StreamCall } from '../stream-call.ts';
import { AsyncCopies } from './async-copies.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import type { SharedMemory } from './shared-memory.ts';
import { LEGACY_STREAM, STREAM_ARGUMENT } from './stream-arguments.ts';
import { StreamRaces } from './stream-races.ts';
import { isLegacy, type StreamTable } from './stream-table.ts';

/** Only a program that imports one of these has work that has more than one order. */
const CREATES_ORDERS = /^(?:cudaStreamCreate|begin_graph$)/;
/** Only host code that imports this tells which memory it uses. */
const TELLS_ACCESSES = 'host_access';

/** Calls that neither wait for the device nor work in a stream. All others wait, as far as the recording knows. */
const WITHOUT_ORDER = [
  /^cuda(GetLastError|PeekAtLastError|GetError\w+|GetDevice\w*|SetDevice|DeviceGet\w+|DriverGetVersion)$/,
  /^cuda(RuntimeGetVersion|Func\w+|Occupancy\w+|PointerGetAttributes|HostGet\w+|MemGetInfo|GetSymbol\w+)$/,
  /^cuda(Event(Create|Destroy)\w*|Stream(Create|Destroy|Get|Set|CopyAttributes)\w*)$/,
  /^cuda(Stream(BeginCapture|EndCapture|IsCapturing|UpdateCaptureDependencies)\w*|ThreadExchange\w+)$/,
  /^cuda(Graph(?!Launch|Upload)\w+|Mem(Pool\w+)|DeviceGetDefaultMemPool)$/,
];

const ASYNC: Readonly<Record<string, number>> = { ...STREAM_ARGUMENT, launch: 5 };
const LEGACY = new Set(LEGACY_STREAM);

/** Where a copy from the device goes, as its arguments say: the address, and the bytes from there on. */
const TARGETS: Readonly<Record<string, (args: readonly number[]) => number>> = {
  cudaMemcpyAsync: ([, , bytes = 0]) => bytes,
  cudaMemcpyFromSymbolAsync: ([, , bytes = 0]) => bytes,
  cudaMemcpy2DAsync: ([, pitch = 0, , , width = 0, height = 0]) => pitch * Math.max(0, height - 1) + width,
};

/**
 * Adds to the calls of a program what a recording keeps about the order of work, and what tells which copies host code
 * has waited for.
 */
export function withStreamOrder(
  module: WebAssembly.Module,
  calls: Imports,
  context: Context,
  table: StreamTable,
  shared: SharedMemory,
): Imports {
  const imported = WebAssembly.Module.imports(module).filter((each) => each.module === 'cuda');
  const hasOrders = imported.some(({ name }) => CREATES_ORDERS.test(name));
  if (imported.some(({ name }) => name === TELLS_ACCESSES)) context.asyncCopies = new AsyncCopies(context, shared);
  if (hasOrders && context.looksAtStreams) context.streamRaces = new StreamRaces(context, shared);
  if (!hasOrders && !context.asyncCopies) return calls;
  const { recorder, asyncCopies, streamRaces } = context;

  const inStream = (handle: number) => {
    const stream = table.stream(handle);
    return stream ? { stream: isLegacy(stream.id) ? 0 : stream.id, isBlocking: stream.blocking } : null;
  };
  const goesToPinned = (name: string, args: readonly number[]): boolean => {
    const bytes = TARGETS[name]?.(args.map((each) => each >>> 0));
    const to = (args[0] ?? 0) >>> 0;
    const pinned = bytes === undefined ? null : shared.pinnedAt(to);
    return pinned !== null && to + (bytes ?? 0) <= pinned.address + pinned.bytes;
  };
  const meaningOf = (name: string, args: readonly number[]): StreamCall => {
    const [first = 0, second = 0] = args;
    const streamAt = ASYNC[name];
    const step = recorder.steps.length;
    if (streamAt !== undefined || LEGACY.has(name)) {
      const where = inStream(streamAt === undefined ? 0 : (args[streamAt] ?? 0));
      const isAsync = streamAt !== undefined || name.startsWith('cudaMemset');
      const about = { isAsync, toPinned: goesToPinned(name, args), name, step };
      return where ? { kind: 'work', ...where, ...about } : { kind: 'all-done' };
    }
    const [one, other] = [inStream(first), inStream(second)];
    if (/^cudaEventRecord(WithFlags)?$/.test(name) && other) return { kind: 'record', ...other, event: first >>> 0 };
    if (name === 'cudaStreamWaitEvent' && one) return { kind: 'wait', ...one, event: second >>> 0 };
    if (/^cudaStream(Synchronize|Query)$/.test(name) && one) return { kind: 'stream-done', ...one };
    if (/^cudaEvent(Synchronize|Query)$/.test(name)) return { kind: 'event-done', event: first >>> 0 };
    if (name === 'begin_graph' && other) return { kind: 'graph', ...other, graph: first >>> 0 };
    return name === 'end_graph' ? { kind: 'graph-end' } : { kind: 'all-done' };
  };
  const isOrdered = (name: string) =>
    ['launch', 'begin_graph', 'end_graph', 'begin_callback'].includes(name) ||
    (name.startsWith('cuda') && !WITHOUT_ORDER.some((each) => each.test(name)));

  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => {
      if (!isOrdered(name)) return [name, call];
      return [
        name,
        (...args: number[]) => {
          const meaning = meaningOf(name, args);
          const isDone = meaning.kind === 'stream-done' || meaning.kind === 'event-done';
          if (isDone && name.endsWith('Query') && asyncCopies?.isUnready(meaning)) return CUDA.notReady;
          if (hasOrders) recorder.ordered(meaning);
          asyncCopies?.begun(meaning);
          streamRaces?.begun(meaning);
          const result = call(...args);
          asyncCopies?.ended();
          streamRaces?.ended();
          if (hasOrders) recorder.orderedEnded();
          return result;
        },
      ];
    }),
  );
}
