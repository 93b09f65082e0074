import type { Imports } from '../../module/wasi.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import type { StreamTable } from '../stream-table.ts';
import { INSTANTIATE, UPDATE_RESULT } from '../structures.ts';
import { Executable, FLAG } from './executable.ts';
import { type Graph, hasMemory, type Node } from './graph.ts';
import { sizeOfAll } from './handles.ts';
import type { GraphLauncher } from './launcher.ts';

const ALL_FLAGS = FLAG.autoFree | FLAG.upload | FLAG.deviceLaunch | FLAG.usePriority;
/** cudaGraphInstantiateResult. */
const RESULT = { success: 0, error: 1, invalidStructure: 2, conditionUnused: 5 } as const;
/** cudaGraphExecUpdateResult. */
const UPDATE = { success: 0, error: 1, topologyChanged: 2, nodeTypeChanged: 3, notSupported: 6 } as const;

interface Instantiated {
  readonly code: number;
  readonly result: number;
}

/** Executable graphs: made, changed as a whole, launched, destroyed. */
export function executableCalls(context: Context, table: StreamTable, launcher: GraphLauncher): Imports {
  const { handles, memory: graphMemory } = context.graphs;
  const on = (name: string, handle: number, body: (executable: Executable) => number) =>
    context.call(name, () => {
      const executable = handles.executable(handle);
      return executable ? body(executable) : CUDA.invalidValue;
    });
  const instantiate = (result: number, handle: number, flags: number): Instantiated => {
    const failed = (code: number, why: number = RESULT.error) => ({ code, result: why });
    const graph = handles.graph(handle);
    if (result === 0 || !graph || (flags & ~ALL_FLAGS) !== 0) return failed(CUDA.invalidValue);
    // Nothing of the device's launches graphs here.
    if (flags & FLAG.deviceLaunch) return failed(CUDA.notSupported);
    if (graph.all.some((part) => part.inOrder() === null)) return failed(CUDA.invalidValue, RESULT.invalidStructure);
    if (graph.all.some(hasUnusedCondition)) return failed(CUDA.invalidValue, RESULT.conditionUnused);
    if (graph.executables > 0 && hasMemory(graph)) return failed(CUDA.invalidValue);
    if (!handles.take(sizeOfAll(graph) + 1)) return failed(CUDA.memoryAllocation);
    graph.executables += 1;
    const executable = new Executable(graph, flags);
    graphMemory.hold(executable.graph);
    context.memory.setWord(result, handles.of(executable));
    return { code: CUDA.success, result: RESULT.success };
  };
  const tellUpdate = (at: number, result: number, node: Node | null): number => {
    const errorNode = node ? handles.of(node) : 0;
    UPDATE_RESULT.write(context.memory, at, { result, errorNode, errorFromNode: 0 });
    return result === UPDATE.success ? CUDA.success : CUDA.graphExecUpdateFailure;
  };
  const onDevice = (name: string, device: number, body: () => number) =>
    context.call(name, () => (device === 0 ? body() : CUDA.invalidDevice));

  return {
    cudaGraphInstantiate: (result = 0, graph = 0, flags = 0) =>
      context.call('cudaGraphInstantiate', () => instantiate(result, graph, flags >>> 0).code),
    cudaGraphInstantiateWithParams: (result = 0, graph = 0, parameters = 0) =>
      context.call('cudaGraphInstantiateWithParams', () => {
        const at = parameters >>> 0;
        if (at === 0) return CUDA.invalidValue;
        const { flags } = INSTANTIATE.read(context.memory, at);
        const made: Instantiated =
          flags > 0xffff_ffff ? { code: CUDA.invalidValue, result: RESULT.error } : instantiate(result, graph, flags);
        INSTANTIATE.write(context.memory, at, { errNode_out: 0, result_out: made.result });
        return made.code;
      }),
    cudaGraphExecGetFlags: (handle = 0, result = 0) =>
      on('cudaGraphExecGetFlags', handle, ({ flags }) => {
        if (result === 0) return CUDA.invalidValue;
        context.memory.setU64(result >>> 0, BigInt(flags));
        return CUDA.success;
      }),
    cudaGraphExecDestroy: (handle = 0) =>
      on('cudaGraphExecDestroy', handle, (executable) => {
        executable.template.executables -= 1;
        context.graphs.destroy(executable.graph);
        handles.forget(executable);
        handles.give(1);
        return CUDA.success;
      }),
    cudaGraphUpload: (handle = 0, stream = 0) =>
      on('cudaGraphUpload', handle, () => (table.stream(stream) ? CUDA.success : CUDA.invalidResourceHandle)),
    cudaGraphExecUpdate: (handle = 0, graph = 0, result = 0) =>
      on('cudaGraphExecUpdate', handle, (executable) => {
        const wanted = handles.graph(graph);
        if (!wanted || result === 0) return CUDA.invalidValue;
        if (hasMemory(wanted) || hasMemory(executable.graph))
          return tellUpdate(result >>> 0, UPDATE.notSupported, null);
        const difference = differenceOf(executable.graph, wanted);
        if (difference) return tellUpdate(result >>> 0, difference.result, difference.node);
        update(executable.graph, wanted);
        return tellUpdate(result >>> 0, UPDATE.success, null);
      }),
    begin_graph: (handle = 0, stream = 0) =>
      on('cudaGraphLaunch', handle, (executable) =>
        table.stream(stream) ? launcher.begin(executable, stream >>> 0) : CUDA.invalidResourceHandle,
      ),
    next_in_graph: (call = 0) => (launcher.next(call >>> 0) ? 1 : 0),
    end_graph: () => launcher.end(),
    cudaDeviceGraphMemTrim: (device = 0) =>
      onDevice('cudaDeviceGraphMemTrim', device, () => {
        graphMemory.trim();
        return CUDA.success;
      }),
    cudaDeviceGetGraphMemAttribute: (device = 0, attribute = 0, result = 0) =>
      onDevice('cudaDeviceGetGraphMemAttribute', device, () => {
        const bytes = graphMemory.attribute(attribute);
        if (bytes === null || result === 0) return CUDA.invalidValue;
        context.memory.setU64(result >>> 0, BigInt(bytes));
        return CUDA.success;
      }),
    cudaDeviceSetGraphMemAttribute: (device = 0, attribute = 0, value = 0) =>
      onDevice('cudaDeviceSetGraphMemAttribute', device, () => {
        if (value === 0 || context.memory.u64(value >>> 0) !== 0n) return CUDA.invalidValue;
        return graphMemory.resetHigh(attribute) ? CUDA.success : CUDA.invalidValue;
      }),
  };
}

function hasUnusedCondition({ conditions, all }: Graph): boolean {
  const used = all.flatMap(({ nodes }) =>
    nodes.map(({ work }) => (work.type === 'conditional' ? work.condition : null)),
  );
  return conditions.some((condition) => !used.includes(condition));
}

/** Why an executable graph cannot become like another graph; null where it can. */
function differenceOf(have: Graph, wanted: Graph): { readonly result: number; readonly node: Node | null } | null {
  if (have.nodes.length !== wanted.nodes.length) return { result: UPDATE.topologyChanged, node: null };
  const placeOf = (graph: Graph) => new Map(graph.nodes.map((node, index) => [node, index]));
  const [places, wantedPlaces] = [placeOf(have), placeOf(wanted)];
  for (const [index, node] of wanted.nodes.entries()) {
    const own = have.nodes[index];
    if (own?.work.type !== node.work.type) return { result: UPDATE.nodeTypeChanged, node };
    const before = [...own.dependencies].map((each) => places.get(each)).sort();
    const now = [...node.dependencies].map((each) => wantedPlaces.get(each)).sort();
    if (before.join() !== now.join()) return { result: UPDATE.topologyChanged, node };
    if (own.work.type === 'graph' && node.work.type === 'graph') {
      const inner = differenceOf(own.work.child, node.work.child);
      if (inner) return inner;
    } else if (node.work.type === 'conditional') return { result: UPDATE.notSupported, node };
  }
  return null;
}

function update(have: Graph, wanted: Graph): void {
  for (const [index, { work }] of wanted.nodes.entries()) {
    const own = have.nodes[index];
    if (!own) continue;
    if (own.work.type === 'graph' && work.type === 'graph') update(own.work.child, work.child);
    else own.work = work;
  }
}
