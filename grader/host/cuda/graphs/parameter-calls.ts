import type { Imports } from '../../module/wasi.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import type { Launches } from '../launch.ts';
import type { StreamTable } from '../stream-table.ts';
import { ALLOC_NODE, HOST_NODE } from '../structures.ts';
import type { Executable } from './executable.ts';
import type { Node, Work } from './graph.ts';
import { sizeOfAll } from './handles.ts';
import {
  kindOf,
  type Parsed,
  plainCopy,
  readCopy,
  readFill,
  readHost,
  readKernel,
  writeCopy,
  writeFill,
  writeKernel,
} from './parameters.ts';

/** Parameters of nodes: told, and changed in graphs and in executable ones. */
export function parameterCalls(context: Context, launches: Launches, table: StreamTable): Imports {
  const { handles } = context.graphs;
  const onNode = <T extends Work['type']>(
    name: string,
    type: T,
    handle: number,
    body: (work: Extract<Work, { type: T }>, node: Node) => number,
  ) =>
    context.call(name, () => {
      const node = handles.node(handle);
      return node && isOf(node.work, type) ? body(node.work, node) : CUDA.invalidValue;
    });
  const change = (node: Node, work: Parsed): number => {
    if (typeof work === 'number') return work;
    node.work = work;
    return CUDA.success;
  };
  const onCopyOf = (
    name: string,
    type: Work['type'],
    executable: number,
    handle: number,
    body: (node: Node, executable: Executable) => number,
  ) =>
    context.call(name, () => {
      const [found, original] = [handles.executable(executable), handles.node(handle)];
      const node = found && original && found.nodeOf(original);
      return found && node?.work.type === type ? body(node, found) : CUDA.invalidValue;
    });
  const sameKind = (node: Node, work: Parsed): Parsed =>
    typeof work === 'number' || kindOf(context, work) === kindOf(context, node.work) ? work : CUDA.invalidValue;
  const set = (name: string, type: Work['type'], read: (at: number) => Parsed) => ({
    [`cudaGraph${name}`]: (node = 0, at = 0) =>
      onNode(`cudaGraph${name}`, type, node, (_, found) => (at ? change(found, read(at >>> 0)) : CUDA.invalidValue)),
    [`cudaGraphExec${name}`]: (executable = 0, node = 0, at = 0) =>
      onCopyOf(`cudaGraphExec${name}`, type, executable, node, (found) =>
        at ? change(found, sameKind(found, read(at >>> 0))) : CUDA.invalidValue,
      ),
  });
  const event = (name: string, type: 'waitEvent' | 'recordEvent') => ({
    [`${name}GetEvent`]: (node = 0, result = 0) =>
      onNode(`${name}GetEvent`, type, node, ({ event: found }) => {
        if (result === 0) return CUDA.invalidValue;
        context.memory.setWord(result, table.handleOf(found));
        return CUDA.success;
      }),
    [`${name}SetEvent`]: (node = 0, handle = 0) =>
      onNode(`${name}SetEvent`, type, node, (_, found) => {
        const wanted = table.event(handle);
        return wanted ? change(found, { type, event: wanted }) : CUDA.invalidValue;
      }),
  });
  const given = (result: number, body: (at: number) => number) => (result ? body(result >>> 0) : CUDA.invalidValue);

  return {
    ...set('KernelNodeSetParams', 'kernel', (at) => readKernel(context, launches, at)),
    ...set('MemcpyNodeSetParams', 'memcpy', (at) => readCopy(context, at)),
    ...set('MemsetNodeSetParams', 'memset', (at) => readFill(context, at)),
    ...set('HostNodeSetParams', 'host', (at) => readHost(context, at)),
    ...event('cudaGraphEventRecordNode', 'recordEvent'),
    ...event('cudaGraphEventWaitNode', 'waitEvent'),
    cudaGraphMemcpyNodeSetParams1D: (node = 0, to = 0, from = 0, bytes = 0, kind = 0) =>
      onNode('cudaGraphMemcpyNodeSetParams1D', 'memcpy', node, (_, found) =>
        change(found, plainCopy(to, from, bytes, kind)),
      ),
    cudaGraphExecMemcpyNodeSetParams1D: (executable = 0, node = 0, to = 0, from = 0, bytes = 0, kind = 0) =>
      onCopyOf('cudaGraphExecMemcpyNodeSetParams1D', 'memcpy', executable, node, (found) =>
        change(found, sameKind(found, plainCopy(to, from, bytes, kind))),
      ),
    cudaGraphExecChildGraphNodeSetParams: (executable = 0, node = 0, child = 0) =>
      onCopyOf('cudaGraphExecChildGraphNodeSetParams', 'graph', executable, node, (found) => {
        const [graph, { work }] = [handles.graph(child), found];
        if (!graph || work.type !== 'graph' || graph.nodes.length !== work.child.nodes.length) return CUDA.invalidValue;
        const size = sizeOfAll(graph);
        if (!handles.take(size)) return CUDA.memoryAllocation;
        handles.give(sizeOfAll(work.child));
        return change(found, { type: 'graph', child: graph.clone(found.graph) });
      }),
    cudaGraphKernelNodeGetParams: (node = 0, result = 0) =>
      onNode('cudaGraphKernelNodeGetParams', 'kernel', node, (work) =>
        given(result, (at) => writeKernel(context, work, at)),
      ),
    cudaGraphMemcpyNodeGetParams: (node = 0, result = 0) =>
      onNode('cudaGraphMemcpyNodeGetParams', 'memcpy', node, (work) =>
        given(result, (at) => writeCopy(context, work, at)),
      ),
    cudaGraphMemsetNodeGetParams: (node = 0, result = 0) =>
      onNode('cudaGraphMemsetNodeGetParams', 'memset', node, (work) =>
        given(result, (at) => writeFill(context, work, at)),
      ),
    cudaGraphHostNodeGetParams: (node = 0, result = 0) =>
      onNode('cudaGraphHostNodeGetParams', 'host', node, (work) =>
        given(result, (at) => {
          HOST_NODE.write(context.memory, at, { fn: work.function, userData: work.data });
          return CUDA.success;
        }),
      ),
    cudaGraphChildGraphNodeGetGraph: (node = 0, result = 0) =>
      onNode('cudaGraphChildGraphNodeGetGraph', 'graph', node, ({ child }) =>
        given(result, (at) => {
          context.memory.setWord(at, handles.of(child));
          return CUDA.success;
        }),
      ),
    cudaGraphMemAllocNodeGetParams: (node = 0, result = 0) =>
      onNode('cudaGraphMemAllocNodeGetParams', 'alloc', node, (work) =>
        given(result, (at) => {
          context.memory.bytes(at, ALLOC_NODE.bytes).fill(0);
          ALLOC_NODE.write(context.memory, at, {
            poolProps: { allocType: 1, location: { type: 1 } },
            bytesize: work.memory.bytes,
            dptr: work.memory.pointer,
          });
          return CUDA.success;
        }),
      ),
    cudaGraphMemFreeNodeGetParams: (node = 0, result = 0) =>
      onNode('cudaGraphMemFreeNodeGetParams', 'free', node, ({ pointer }) =>
        given(result, (at) => {
          context.memory.setWord(at, pointer);
          return CUDA.success;
        }),
      ),
    cudaGraphNodeSetEnabled: (executable = 0, node = 0, enabled = 0) =>
      context.call('cudaGraphNodeSetEnabled', () => {
        const found = switchable(context, executable, node);
        if (!found) return CUDA.invalidValue;
        if (enabled) found.executable.disabled.delete(found.node);
        else found.executable.disabled.add(found.node);
        return CUDA.success;
      }),
    cudaGraphNodeGetEnabled: (executable = 0, node = 0, result = 0) =>
      context.call('cudaGraphNodeGetEnabled', () => {
        const found = switchable(context, executable, node);
        if (!found || result === 0) return CUDA.invalidValue;
        context.memory.setU32(result >>> 0, found.executable.disabled.has(found.node) ? 0 : 1);
        return CUDA.success;
      }),
  };
}

function isOf<T extends Work['type']>(work: Work, type: T): work is Extract<Work, { type: T }> {
  return work.type === type;
}

/** Kernels, copies and fillings alone can be switched off. */
function switchable({ graphs }: Context, executable: number, node: number) {
  const [found, original] = [graphs.handles.executable(executable), graphs.handles.node(node)];
  const copy = found && original && found.nodeOf(original);
  if (!found || !copy || !['kernel', 'memcpy', 'memset'].includes(copy.work.type)) return null;
  return { executable: found, node: copy };
}
