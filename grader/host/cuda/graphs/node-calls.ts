import type { Imports } from '../../module/wasi.ts';
import { WORD } from '../../module/words.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import type { Launches } from '../launch.ts';
import type { StreamTable } from '../stream-table.ts';
import { ALLOC_NODE, CHILD_NODE, CONDITIONAL_NODE } from '../structures.ts';
import { createCondition } from './conditions.ts';
import { Graph, hasConditions, hasMemory, type Node, type Work } from './graph.ts';
import { sizeOfAll, sizeOfNode } from './handles.ts';
import { nodesAt } from './lists.ts';
import { type Parsed, plainCopy, readCopy, readFill, readHost, readKernel } from './parameters.ts';

/** Of cudaGraphNodeParams: where the union begins, and in it what a copy's own structure follows. */
const PARAMETERS = 16;
const COPY_PARAMETERS = 16;
const PINNED = 1;
const ON_DEVICE = 1;
const KINDS = ['if', 'while', 'switch'] as const;
/** cudaGraphChildGraphOwnershipMove. */
const MOVED = 1;
/** cudaGraphCondAssignDefault. */
const ASSIGN_DEFAULT = 1;
/** More than any program's switch has. */
const MAX_BODIES = 1024;

/** What a node is made of: where its handle goes, its graph, and what it depends on. */
interface Place {
  readonly result: number;
  readonly graph: number;
  readonly list: number;
  readonly count: number;
}

/** Calls that add nodes to graphs. */
export function nodeCalls(context: Context, launches: Launches, table: StreamTable): Imports {
  const { graphs } = context;
  const { handles } = graphs;
  const add = (
    name: string,
    { result, graph: handle, list, count }: Place,
    work: (graph: Graph, dependencies: readonly Node[]) => Parsed,
  ) =>
    context.call(name, () => {
      const graph = handles.graph(handle);
      const dependencies = graph && nodesAt(context, graph, list, count);
      if (result === 0 || !graph || !dependencies) return CUDA.invalidValue;
      const size = sizeOfNode(dependencies.length);
      if (!handles.take(size)) return CUDA.memoryAllocation;
      const made = work(graph, dependencies);
      if (typeof made === 'number') {
        handles.give(size);
        return made;
      }
      const node = graph.add(made, dependencies, context.here());
      context.memory.setWord(result, handles.of(node));
      return CUDA.success;
    });
  const simple =
    (name: string, read: (at: number, graph: Graph, dependencies: readonly Node[]) => Parsed) =>
    (result = 0, graph = 0, list = 0, count = 0, parameters = 0) =>
      add(name, { result, graph, list, count }, (into, dependencies) => read(parameters >>> 0, into, dependencies));
  const structure = (name: string, read: (at: number, graph: Graph, dependencies: readonly Node[]) => Parsed) =>
    simple(name, (at, graph, dependencies) => (at === 0 ? CUDA.invalidValue : read(at, graph, dependencies)));

  const event = (type: 'waitEvent' | 'recordEvent') => (handle: number) => {
    const found = table.event(handle);
    return found ? { type, event: found } : CUDA.invalidValue;
  };
  const child = (handle: number, graph: Graph, isMoved = false): Parsed => {
    const original = handles.graph(handle);
    if (!original || original.all.includes(graph)) return CUDA.invalidValue;
    if ((hasMemory(original) && !isMoved) || hasConditions(original)) return CUDA.invalidValue;
    if (!handles.take(sizeOfAll(original))) return CUDA.memoryAllocation;
    const copy = original.clone(graph);
    graphs.memory.hold(copy);
    return { type: 'graph', child: copy };
  };
  const alloc = (at: number, graph: Graph, dependencies: readonly Node[]): Parsed => {
    const { poolProps, bytesize: bytes } = ALLOC_NODE.read(context.memory, at);
    const isHere = poolProps.location.type === ON_DEVICE && poolProps.location.id === 0;
    if (bytes === 0 || poolProps.allocType !== PINNED || !isHere) return CUDA.invalidValue;
    const reservation = graphs.memory.reserve(graph, dependencies, bytes);
    if (!reservation) return CUDA.memoryAllocation;
    ALLOC_NODE.write(context.memory, at, { dptr: reservation.pointer });
    return { type: 'alloc', memory: reservation };
  };
  const free = (pointer: number, graph: Graph): Parsed => {
    const freed = graph.nodes.filter(({ work }) => work.type === 'free' && work.pointer === pointer).length;
    const allocated = graph.nodes.filter(({ work }) => work.type === 'alloc' && work.memory.pointer === pointer).length;
    // Twice of one allocation.
    const tooOften = freed > 0 && freed >= Math.max(1, allocated);
    return pointer === 0 || tooOften ? CUDA.invalidValue : { type: 'free', pointer };
  };
  const conditional = (at: number, graph: Graph): Parsed => {
    const { handle, type, size } = CONDITIONAL_NODE.read(context.memory, at);
    const kind = KINDS[type];
    const condition = graph.conditions.find(({ address }) => address === handle);
    const most = kind === 'while' ? 1 : kind === 'if' ? 2 : MAX_BODIES;
    if (!kind || !condition || size < 1 || size > most) return CUDA.invalidValue;
    const list = context.host.alloc(16, WORD * size);
    if (list === 0 || !handles.take(size)) return CUDA.memoryAllocation;
    const bodies = Array.from({ length: size }, () => new Graph(graph));
    for (const [index, body] of bodies.entries()) context.memory.setWord(list + WORD * index, handles.of(body));
    CONDITIONAL_NODE.write(context.memory, at, { phGraph_out: list });
    return { type: 'conditional', kind, condition, bodies };
  };
  const readers: Readonly<Record<number, (at: number, graph: Graph, dependencies: readonly Node[]) => Parsed>> = {
    0: (at) => readKernel(context, launches, at),
    1: (at) => readCopy(context, at + COPY_PARAMETERS),
    2: (at) => readFill(context, at),
    3: (at) => readHost(context, at),
    4: (at, graph) => {
      const { graph: handle, ownership } = CHILD_NODE.read(context.memory, at);
      return child(handle, graph, ownership === MOVED);
    },
    5: () => ({ type: 'empty' }),
    6: (at) => event('waitEvent')(context.memory.pointer(at)),
    7: (at) => event('recordEvent')(context.memory.pointer(at)),
    10: alloc,
    11: (at, graph) => free(context.memory.pointer(at), graph),
    13: conditional,
  };
  const symbol = (call: string, at: number, args: readonly number[]): Parsed<Work> => {
    const bytes = args[2] ?? 0;
    return at === 0 || bytes === 0 ? CUDA.invalidValue : { type: 'memcpy', call, args: [...args, 0] };
  };

  return {
    cudaGraphAddNode: (result = 0, graph = 0, list = 0, _edges = 0, count = 0, parameters = 0) =>
      add('cudaGraphAddNode', { result, graph, list, count }, (into, dependencies) => {
        const at = parameters >>> 0;
        const read = at === 0 ? undefined : readers[context.memory.u32(at)];
        return read ? read(at + PARAMETERS, into, dependencies) : CUDA.invalidValue;
      }),
    cudaGraphAddKernelNode: structure('cudaGraphAddKernelNode', (at) => readKernel(context, launches, at)),
    cudaGraphAddMemcpyNode: structure('cudaGraphAddMemcpyNode', (at) => readCopy(context, at)),
    cudaGraphAddMemsetNode: structure('cudaGraphAddMemsetNode', (at) => readFill(context, at)),
    cudaGraphAddHostNode: structure('cudaGraphAddHostNode', (at) => readHost(context, at)),
    cudaGraphAddMemAllocNode: structure('cudaGraphAddMemAllocNode', alloc),
    cudaGraphAddMemFreeNode: simple('cudaGraphAddMemFreeNode', free),
    cudaGraphAddChildGraphNode: simple('cudaGraphAddChildGraphNode', (handle, graph) => child(handle, graph)),
    cudaGraphAddEmptyNode: simple('cudaGraphAddEmptyNode', () => ({ type: 'empty' })),
    cudaGraphAddEventRecordNode: simple('cudaGraphAddEventRecordNode', event('recordEvent')),
    cudaGraphAddEventWaitNode: simple('cudaGraphAddEventWaitNode', event('waitEvent')),
    cudaGraphAddMemcpyNode1D: (result = 0, graph = 0, list = 0, count = 0, to = 0, from = 0, bytes = 0, kind = 0) =>
      add('cudaGraphAddMemcpyNode1D', { result, graph, list, count }, () => plainCopy(to, from, bytes, kind)),
    cudaGraphAddMemcpyNodeToSymbol: (result = 0, graph = 0, list = 0, count = 0, shadow = 0, ...rest) =>
      add('cudaGraphAddMemcpyNodeToSymbol', { result, graph, list, count }, () =>
        symbol('cudaMemcpyToSymbolAsync', rest[0] ?? 0, [shadow, ...rest]),
      ),
    cudaGraphAddMemcpyNodeFromSymbol: (result = 0, graph = 0, list = 0, count = 0, to = 0, ...rest) =>
      add('cudaGraphAddMemcpyNodeFromSymbol', { result, graph, list, count }, () =>
        symbol('cudaMemcpyFromSymbolAsync', to, [to, ...rest]),
      ),
    cudaGraphConditionalHandleCreate: (result = 0, handle = 0, initial = 0, flags = 0) =>
      context.call('cudaGraphConditionalHandleCreate', () => {
        const graph = handles.graph(handle);
        if (result === 0 || !graph || (flags & ~ASSIGN_DEFAULT) !== 0) return CUDA.invalidValue;
        if (!handles.take(1)) return CUDA.memoryAllocation;
        const condition = createCondition(context, initial >>> 0, (flags & ASSIGN_DEFAULT) !== 0);
        if (!condition) {
          handles.give(1);
          return CUDA.memoryAllocation;
        }
        graph.conditions.push(condition);
        context.memory.setU64(result >>> 0, BigInt(condition.address));
        return CUDA.success;
      }),
  };
}
