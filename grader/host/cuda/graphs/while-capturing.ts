import type { Imports } from '../../module/wasi.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import { LEGACY_STREAM, STREAM_ARGUMENT } from '../stream-arguments.ts';
import { isLegacy, type StreamTable } from '../stream-table.ts';
import { COPY_3D, EXTENT, PITCHED_POINTER } from '../structures.ts';
import type { Parsed } from './parameters.ts';
import { keep, plainCopy } from './parameters.ts';

/** cudaEventRecordExternal. */
const EXTERNAL = 1;

/** Calls that a capture in progress does not allow, unless it is relaxed: they may wait for the device. */
const UNSAFE = [
  'cudaMalloc',
  'cudaMallocPitch',
  'cudaMalloc3D',
  'cudaMallocArray',
  'cudaMalloc3DArray',
  'cudaMallocHost',
  'cudaHostAlloc',
  'cudaMallocManaged',
  'cudaFree',
  'cudaFreeArray',
  'cudaFreeHost',
  'cudaHostRegister',
  'cudaHostUnregister',
  'cudaDeviceSetLimit',
  'cudaGraphInstantiate',
  'cudaGraphInstantiateWithParams',
];
const WHOLE_DEVICE = ['cudaDeviceSynchronize', 'cudaThreadSynchronize', 'cudaDeviceReset'];
const OF_EVENT = ['cudaEventQuery', 'cudaEventSynchronize'];
const OF_STREAM = ['cudaStreamQuery', 'cudaStreamSynchronize'];
/** What no graph can hold, by the argument that is the stream. */
const NO_NODE: Readonly<Record<string, number>> = {
  cudaMemPrefetchAsync: 3,
  cudaStreamAttachMemAsync: 0,
  cudaGraphUpload: 1,
  begin_graph: 1,
};
/** The work that becomes a node, by the argument that is the stream. */
const NODES: Readonly<Record<string, number>> = { ...STREAM_ARGUMENT, cudaEventRecordWithFlags: 1 };
/** What an event's record or wait is for, by the argument that is the stream. */
const OF_EVENT_IN_STREAM: Readonly<Record<string, number>> = {
  cudaEventRecord: 1,
  cudaEventRecordWithFlags: 1,
  cudaStreamWaitEvent: 0,
};
const PUBLIC_NAMES: Readonly<Record<string, string>> = { begin_graph: 'cudaGraphLaunch' };

type Call = Imports[string];

/** The runtime's calls as they are while streams are captured: refused, put into a graph, or carried out. */
export function whileCapturing(context: Context, table: StreamTable, calls: Imports): Imports {
  const { captures } = context.graphs;
  const guarded = new Map<string, Call>();
  /** @param captured - the code of what is not to be carried out; null for what is */
  const guard = (names: readonly string[], captured: (name: string, args: readonly number[]) => number | null) => {
    for (const name of names) {
      const call = guarded.get(name) ?? calls[name];
      if (!call) continue;
      guarded.set(name, (...args) => {
        const code = captures.any && !context.inHostFunction ? captured(name, args) : null;
        if (code === null) return call(...args);
        return context.call(PUBLIC_NAMES[name] ?? name, () => code);
      });
    }
  };
  const unless = (code: number) => (code === CUDA.success ? null : code);

  guard(UNSAFE, () => unless(captures.refuseUnsafe()));
  guard(LEGACY_STREAM, () => unless(captures.refuseLegacy()));
  guard(WHOLE_DEVICE, () => unless(captures.refuseAny()));
  guard(OF_EVENT, (_, [event = 0]) => {
    const found = table.event(event)?.captured;
    if (!found) return unless(captures.refuseUnsafe());
    found.capture.invalidated = true;
    return CUDA.capturedEvent;
  });
  guard(OF_STREAM, (_, [stream = 0]) => unless(captures.refuseInCapture(stream >>> 0) || captures.refuseUnsafe()));
  guard(Object.keys(NO_NODE), (name, args) => unless(captures.refuseInCapture((args[NO_NODE[name] ?? 0] ?? 0) >>> 0)));
  guard(Object.keys(OF_EVENT_IN_STREAM), (name, args) =>
    unless(captures.refuse((args[OF_EVENT_IN_STREAM[name] ?? 0] ?? 0) >>> 0)),
  );
  guard(Object.keys(NODES), (name, args) => {
    const stream = (args[NODES[name] ?? 0] ?? 0) >>> 0;
    // An event that is recorded inside the capture is no node.
    if (name === 'cudaEventRecordWithFlags' && ((args[2] ?? 0) & EXTERNAL) === 0) return null;
    const refused = captures.refuse(stream);
    if (refused !== CUDA.success) return refused;
    if (captures.of(stream) === null) return name.startsWith('cudaMalloc') ? unless(captures.refuseUnsafe()) : null;
    if (isEmpty(name, args)) return CUDA.success;
    return captures.add(stream, () => nodeOf(context, table, name, args));
  });
  return { ...calls, ...Object.fromEntries(guarded) };
}

/** Copies and fillings of nothing are no nodes. */
function isEmpty(name: string, args: readonly number[]): boolean {
  const bytes: Readonly<Record<string, number>> = { cudaMemcpyAsync: 2, cudaMemsetAsync: 2, cudaMemcpyPeerAsync: 4 };
  const at = bytes[name];
  return at !== undefined && args[at] === 0;
}

/** @returns the node's work, or a CUDA error code */
function nodeOf(context: Context, table: StreamTable, name: string, args: readonly number[]): Parsed {
  const { graphs } = context;
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = args;
  switch (name) {
    case 'cudaMemcpyAsync':
      return plainCopy(a, b, c, d);
    case 'cudaMemsetAsync':
      return {
        type: 'memset',
        call: null,
        pointer: a,
        pitch: 0,
        value: b & 0xff,
        elementBytes: 1,
        width: c,
        height: 1,
      };
    case 'cudaMemset2DAsync':
      return {
        type: 'memset',
        call: null,
        pointer: a,
        pitch: b,
        value: c & 0xff,
        elementBytes: 1,
        width: d,
        height: e,
      };
    case 'cudaMallocAsync':
    case 'cudaMallocFromPoolAsync': {
      const stream = name === 'cudaMallocAsync' ? c : d;
      if (a === 0 || b === 0) return CUDA.invalidValue;
      const graph = graphs.captures.of(stream)?.graph;
      const memory = graph && graphs.memory.reserve(graph, graphs.captures.dependencies(stream), b);
      if (!memory) return CUDA.memoryAllocation;
      context.memory.setWord(a, memory.pointer);
      return { type: 'alloc', memory };
    }
    case 'cudaFreeAsync':
      return { type: 'free', pointer: a };
    case 'cudaEventRecordWithFlags': {
      const event = table.event(a);
      return event ? { type: 'recordEvent', event } : CUDA.invalidResourceHandle;
    }
    default:
      return laterCall(context, name, args);
  }
}

/** The call itself, made when the graph is launched; what its structures say is kept. */
function laterCall(context: Context, call: string, args: readonly number[]): Parsed {
  const type = call.startsWith('cudaMemset') ? 'memset' : 'memcpy';
  const structures: Readonly<Record<string, readonly number[]>> = {
    cudaMemcpy3DAsync: [COPY_3D.bytes],
    cudaMemset3DAsync: [PITCHED_POINTER.bytes, 0, EXTENT.bytes],
  };
  const kept = args.map((arg, index) => {
    const bytes = structures[call]?.[index] ?? 0;
    return bytes > 0 ? keep(context, arg >>> 0, bytes) : arg;
  });
  return kept.includes(null)
    ? CUDA.memoryAllocation
    : { type, call, args: kept.map((arg) => arg ?? 0).with(streamAt(call), 0) };
}

function streamAt(call: string): number {
  return NODES[call] ?? 0;
}

/** What a call that only tells of a capture answers for the legacy stream while it would have to wait for one. */
export function refuseToTell(context: Context, stream: number): number {
  return isLegacy(stream) && context.graphs.captures.blocking() ? CUDA.streamCaptureImplicit : CUDA.success;
}
