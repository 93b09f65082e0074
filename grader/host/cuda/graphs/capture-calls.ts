import type { Imports } from '../../module/wasi.ts';
import { WORD } from '../../module/words.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import { isLegacy, type StreamTable } from '../stream-table.ts';
import { MODE } from './capture.ts';
import type { Graph, Node } from './graph.ts';
import { nodesAt } from './lists.ts';
import { refuseToTell } from './while-capturing.ts';

/** cudaStreamCaptureStatus. */
const STATUS = { none: 0, active: 1, invalidated: 2 } as const;
/** cudaStreamSetCaptureDependencies. */
const SET_DEPENDENCIES = 1;

/** Stream capture: its beginning, its end, and what host code may ask in between. */
export function captureCalls(context: Context, table: StreamTable): Imports {
  const { captures, handles } = context.graphs;
  const begin = (name: string, handle: number, mode: number, into: Graph | null, nodes: () => Node[] | null) =>
    context.call(name, () => {
      const stream = table.stream(handle);
      if (!stream) return CUDA.invalidResourceHandle;
      if (mode < MODE.global || mode > MODE.relaxed) return CUDA.invalidValue;
      if (isLegacy(stream.id)) return CUDA.streamCaptureUnsupported;
      if (captures.of(stream.id)) return CUDA.illegalState;
      const dependencies = nodes();
      if (!dependencies) return CUDA.invalidValue;
      return captures.begin(stream, mode, into, dependencies) ? CUDA.success : CUDA.memoryAllocation;
    });
  const status = (stream: number): number => {
    const capture = captures.of(stream);
    return !capture ? STATUS.none : capture.invalidated ? STATUS.invalidated : STATUS.active;
  };
  /** @returns the address of a list of handles in the program's memory */
  const listOf = (nodes: Iterable<Node>): number => {
    const all = [...nodes];
    const list = context.host.alloc(16, Math.max(1, all.length) * WORD);
    for (const [index, node] of all.entries()) if (list) context.memory.setWord(list + WORD * index, handles.of(node));
    return list;
  };

  return {
    cudaStreamBeginCapture: (stream = 0, mode = 0) => begin('cudaStreamBeginCapture', stream, mode, null, () => []),
    cudaStreamBeginCaptureToGraph: (stream = 0, graph = 0, nodes = 0, _edges = 0, count = 0, mode = 0) => {
      const into = handles.graph(graph);
      const name = 'cudaStreamBeginCaptureToGraph';
      if (!into) return context.call(name, () => CUDA.invalidValue);
      return begin(name, stream, mode, into, () => nodesAt(context, into, nodes, count));
    },
    cudaStreamEndCapture: (stream = 0, result = 0) =>
      context.call('cudaStreamEndCapture', () => {
        const ended = captures.end(stream >>> 0);
        const failed = typeof ended === 'number';
        if (result !== 0 && ended !== CUDA.illegalState) context.memory.setWord(result, failed ? 0 : handles.of(ended));
        return failed ? ended : CUDA.success;
      }),
    cudaStreamIsCapturing: (stream = 0, result = 0) =>
      context.call('cudaStreamIsCapturing', () => {
        if (result === 0) return CUDA.invalidValue;
        if (!table.stream(stream)) return CUDA.invalidResourceHandle;
        const refused = refuseToTell(context, stream >>> 0);
        if (refused === CUDA.success) context.memory.setU32(result >>> 0, status(stream >>> 0));
        return refused;
      }),
    cudaStreamGetCaptureInfo: (stream = 0, result = 0, id = 0, graph = 0, dependencies = 0, edges = 0, count = 0) =>
      context.call('cudaStreamGetCaptureInfo', () => {
        if (result === 0) return CUDA.invalidValue;
        if (!table.stream(stream)) return CUDA.invalidResourceHandle;
        const refused = refuseToTell(context, stream >>> 0);
        if (refused !== CUDA.success) return refused;
        context.memory.setU32(result >>> 0, status(stream >>> 0));
        const capture = captures.of(stream >>> 0);
        if (!capture || capture.invalidated) return CUDA.success;
        const nodes = captures.dependencies(stream >>> 0);
        if (id) context.memory.setU64(id >>> 0, BigInt(capture.id));
        if (graph) context.memory.setWord(graph, handles.of(capture.graph));
        if (dependencies) context.memory.setWord(dependencies, listOf(nodes));
        if (edges) context.memory.setWord(edges, 0);
        if (count) context.memory.setWord(count, nodes.size);
        return CUDA.success;
      }),
    cudaStreamUpdateCaptureDependencies: (stream = 0, list = 0, _edges = 0, count = 0, flags = 0) =>
      context.call('cudaStreamUpdateCaptureDependencies', () => {
        const capture = captures.of(stream >>> 0);
        const branch = capture?.branches.get(stream >>> 0);
        if (!capture || !branch) return CUDA.illegalState;
        if (capture.invalidated) return CUDA.streamCaptureInvalidated;
        const nodes = nodesAt(context, capture.graph, list, count);
        if (!nodes || flags < 0 || flags > SET_DEPENDENCIES) return CUDA.invalidValue;
        branch.nodes = new Set(flags === SET_DEPENDENCIES ? nodes : [...branch.nodes, ...nodes]);
        return CUDA.success;
      }),
    cudaThreadExchangeStreamCaptureMode: (mode = 0) =>
      context.call('cudaThreadExchangeStreamCaptureMode', () => {
        if (mode === 0) return CUDA.invalidValue;
        const wanted = context.memory.u32(mode >>> 0);
        if (wanted > MODE.relaxed) return CUDA.invalidValue;
        context.memory.setU32(mode >>> 0, captures.mode);
        captures.mode = wanted;
        return CUDA.success;
      }),
  };
}
