import type { Imports } from '../../module/wasi.ts';
import { WORD } from '../../module/words.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import { Graph, hasConditions, hasMemory, type Node, type Work } from './graph.ts';
import { sizeOfAll, sizeOfNode } from './handles.ts';
import { nodesAt, tell } from './lists.ts';

const EDGE_BYTES = 8;
/** cudaGraphNodeType. */
const TYPES: Readonly<Record<Work['type'], number>> = {
  kernel: 0,
  memcpy: 1,
  memset: 2,
  host: 3,
  graph: 4,
  empty: 5,
  waitEvent: 6,
  recordEvent: 7,
  alloc: 10,
  free: 11,
  conditional: 13,
};

/** Graphs, and how their nodes depend on each other. */
export function graphCalls(context: Context): Imports {
  const { handles } = context.graphs;
  const onGraph = (name: string, handle: number, body: (graph: Graph) => number) =>
    context.call(name, () => {
      const graph = handles.graph(handle);
      return graph ? body(graph) : CUDA.invalidValue;
    });
  const onNode = (name: string, handle: number, body: (node: Node) => number) =>
    context.call(name, () => {
      const node = handles.node(handle);
      return node ? body(node) : CUDA.invalidValue;
    });
  /** Edges are of the plain kind, whose data are zeros. */
  const clearEdges = (edges: number, count: number) => {
    if (edges && count) context.memory.bytes(edges >>> 0, EDGE_BYTES * context.memory.size(count)).fill(0);
  };
  const pairs = (graph: Graph, from: number, to: number, count: number): [Node, Node][] | null => {
    const found: [Node, Node][] = [];
    for (let index = 0; index < count; index++) {
      const at = (list: number) => nodesAt(context, graph, list + WORD * index, 1)?.[0];
      const [first, second] = [at(from), at(to)];
      if (!first || !second || first === second) return null;
      found.push([first, second]);
    }
    return found;
  };

  return {
    cudaGraphCreate: (result = 0, flags = 0) =>
      context.call('cudaGraphCreate', () => {
        if (result === 0 || flags !== 0) return CUDA.invalidValue;
        if (!handles.take(1)) return CUDA.memoryAllocation;
        context.memory.setWord(result, handles.of(new Graph()));
        return CUDA.success;
      }),
    cudaGraphDestroy: (handle = 0) =>
      onGraph('cudaGraphDestroy', handle, (graph) => {
        // A part belongs to its graph.
        if (graph.parent || context.graphs.captures.isInto(graph)) return CUDA.invalidValue;
        context.graphs.destroy(graph);
        return CUDA.success;
      }),
    cudaGraphClone: (result = 0, handle = 0) =>
      onGraph('cudaGraphClone', handle, (graph) => {
        if (result === 0 || hasMemory(graph) || hasConditions(graph)) return CUDA.invalidValue;
        if (!handles.take(sizeOfAll(graph))) return CUDA.memoryAllocation;
        context.memory.setWord(result, handles.of(graph.clone()));
        return CUDA.success;
      }),
    cudaGraphNodeFindInClone: (result = 0, node = 0, handle = 0) =>
      onGraph('cudaGraphNodeFindInClone', handle, (clone) => {
        const original = handles.node(node);
        const twin = original && clone.nodes.find((each) => each.original === original);
        if (!twin || result === 0) return CUDA.invalidValue;
        context.memory.setWord(result, handles.of(twin));
        return CUDA.success;
      }),
    cudaGraphNodeGetType: (handle = 0, result = 0) =>
      onNode('cudaGraphNodeGetType', handle, ({ work }) => {
        if (result === 0) return CUDA.invalidValue;
        context.memory.setU32(result >>> 0, TYPES[work.type]);
        return CUDA.success;
      }),
    cudaGraphGetNodes: (handle = 0, list = 0, count = 0) =>
      onGraph('cudaGraphGetNodes', handle, ({ nodes }) =>
        tell(
          context,
          nodes.map((node) => [node]),
          [list >>> 0],
          count >>> 0,
        ),
      ),
    cudaGraphGetRootNodes: (handle = 0, list = 0, count = 0) =>
      onGraph('cudaGraphGetRootNodes', handle, ({ nodes }) => {
        const roots = nodes.filter(({ dependencies }) => dependencies.size === 0);
        return tell(
          context,
          roots.map((node) => [node]),
          [list >>> 0],
          count >>> 0,
        );
      }),
    cudaGraphGetEdges: (handle = 0, from = 0, to = 0, edges = 0, count = 0) =>
      onGraph('cudaGraphGetEdges', handle, (graph) => {
        if ((from === 0) !== (to === 0)) return CUDA.invalidValue;
        const rows = graph.edges.map((edge) => [edge.from, edge.to]);
        const code = tell(context, rows, [from >>> 0, to >>> 0], count >>> 0);
        if (from !== 0) clearEdges(edges, count);
        return code;
      }),
    cudaGraphNodeGetDependencies: (handle = 0, list = 0, edges = 0, count = 0) =>
      onNode('cudaGraphNodeGetDependencies', handle, ({ dependencies }) => {
        const rows = [...dependencies].map((node) => [node]);
        const code = tell(context, rows, [list >>> 0], count >>> 0);
        if (list !== 0) clearEdges(edges, count);
        return code;
      }),
    cudaGraphNodeGetDependentNodes: (handle = 0, list = 0, edges = 0, count = 0) =>
      onNode('cudaGraphNodeGetDependentNodes', handle, (node) => {
        const rows = node.graph.dependents(node).map((each) => [each]);
        const code = tell(context, rows, [list >>> 0], count >>> 0);
        if (list !== 0) clearEdges(edges, count);
        return code;
      }),
    cudaGraphAddDependencies: (handle = 0, from = 0, to = 0, _edges = 0, count = 0) =>
      onGraph('cudaGraphAddDependencies', handle, (graph) => {
        const found = pairs(graph, from, to, count);
        if (!found || found.some(([first, second]) => second.dependencies.has(first))) return CUDA.invalidValue;
        if (!handles.take(found.length)) return CUDA.memoryAllocation;
        for (const [first, second] of found) {
          // The same edge twice takes room once.
          if (second.dependencies.has(first)) handles.give(1);
          second.dependencies.add(first);
        }
        return CUDA.success;
      }),
    cudaGraphRemoveDependencies: (handle = 0, from = 0, to = 0, _edges = 0, count = 0) =>
      onGraph('cudaGraphRemoveDependencies', handle, (graph) => {
        const found = pairs(graph, from, to, count);
        if (!found || found.some(([first, second]) => !second.dependencies.has(first))) return CUDA.invalidValue;
        if (found.length > 0 && hasMemory(graph)) return CUDA.invalidValue;
        for (const [first, second] of found) if (second.dependencies.delete(first)) handles.give(1);
        return CUDA.success;
      }),
    cudaGraphDestroyNode: (handle = 0) =>
      onNode('cudaGraphDestroyNode', handle, (node) => {
        // Conditions belong to the graph as long as it lives.
        if (hasMemory(node.graph) || node.work.type === 'conditional') return CUDA.invalidValue;
        if (node.work.type === 'graph') context.graphs.destroy(node.work.child);
        handles.give(sizeOfNode(node.dependencies.size) + node.graph.dependents(node).length);
        node.graph.remove(node);
        handles.forget(node);
        return CUDA.success;
      }),
  };
}
