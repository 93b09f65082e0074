import { HOST_CALL } from '../../../abi/index.ts';
import type { Imports } from '../../module/wasi.ts';
import { LimitReached } from '../../signals.ts';
import type { StreamCall } from '../../stream-call.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import type { Launches } from '../launch.ts';
import { assignInitial, currentValue } from './conditions.ts';
import { type Executable, FLAG } from './executable.ts';
import { fillElements } from './fill.ts';
import type { Conditional, Graph, Node, Work } from './graph.ts';
import type { Reservation } from './memory.ts';

/** The calls that nodes stand for, of those whose order is kept. */
const NAMES: Partial<Record<Work['type'], string>> = {
  kernel: 'launch',
  memcpy: 'cudaMemcpyAsync',
  memset: 'cudaMemsetAsync',
};

/** A function of the host that a graph calls. */
interface HostCall {
  readonly function: number;
  readonly data: number;
}

/** What is left of a graph: it stops wherever a function of the host is to be called, and ends with a CUDA error code. */
type Progress = Generator<HostCall, number>;

/**
 * Launches graphs: node after node, each after those that it depends on. native/emulator/host/graphs.c calls functions
 * of the host in between.
 */
export class GraphLauncher {
  readonly #context: Context;
  readonly #launches: Launches;
  readonly #calls: Imports;
  /** The graph that is being carried out. */
  #progress: Progress | null = null;
  #result: number = CUDA.success;
  /** Nodes of this launch that were carried out. */
  #count = 0;
  /** The nodes carried out that come last before what follows a node, by number. */
  readonly #ends = new Map<Node, readonly number[]>();

  /** @param calls - the runtime's, as they are while nothing is captured */
  constructor(context: Context, launches: Launches, calls: Imports) {
    this.#context = context;
    this.#launches = launches;
    this.#calls = calls;
  }

  begin(executable: Executable, stream: number): number {
    if (executable.flags & FLAG.autoFree) this.#freeAll(executable.graph);
    // What the last launch allocated must be gone.
    if (allocationsOf(executable.graph).some(({ live }) => live)) return CUDA.invalidValue;
    this.#count = 0;
    this.#ends.clear();
    this.#progress = this.#carryOut(executable, executable.graph, stream, []);
    return CUDA.success;
  }

  /** @param into - where the function and its data go. @returns whether there is one to be called */
  next(into: number): boolean {
    const context = this.#context;
    context.inHostFunction = false;
    const step = this.#progress?.next();
    if (!step) return false;
    if (!step.done) this.#allDone();
    if (step.done) {
      this.#progress = null;
      this.#result = step.value;
      return false;
    }
    // What was before it is done, and it may look.
    context.mapped.synchronize();
    context.memory.setU32(into + HOST_CALL.function, step.value.function);
    context.memory.setU32(into + HOST_CALL.data, step.value.data);
    context.inHostFunction = true;
    return true;
  }

  end(): number {
    return this.#result;
  }

  /** @param after - numbers of nodes that come before this graph's */
  *#carryOut(executable: Executable, graph: Graph, stream: number, after: readonly number[]): Progress {
    for (const condition of graph.conditions) if (condition.assigned) assignInitial(this.#context, condition);
    for (const node of graph.inOrder() ?? []) {
      const before = node.dependencies.size > 0 ? this.#endsOf(node.dependencies) : after;
      this.#ends.set(node, before);
      if (executable.disabled.has(node)) continue;
      const { work } = node;
      let code: number = CUDA.success;
      if (work.type === 'host') yield work;
      else if (work.type === 'graph') {
        const first = this.#count;
        code = yield* this.#carryOut(executable, work.child, stream, before);
        if (this.#count > first) this.#ends.set(node, numbersFrom(first, this.#count));
      } else if (work.type === 'conditional') code = yield* this.#choose(executable, work, stream);
      else code = this.#inOrder(node, before, () => this.#context.at(node.position, () => this.#run(node, stream)));
      if (code !== CUDA.success) return code;
      // Nothing of it comes after a kernel that failed; a later call will tell.
      if (this.#context.hasFailed) break;
    }
    return CUDA.success;
  }

  *#choose(executable: Executable, { kind, condition, bodies }: Conditional, stream: number): Progress {
    const bodyOf = (value: number) => (kind === 'switch' ? bodies[value] : value ? bodies[0] : bodies[1]);
    for (;;) {
      this.#allDone();
      const value = currentValue(this.#context, condition);
      const body = kind === 'while' && value === 0 ? undefined : bodyOf(value);
      // A body without nodes changes nothing: it would be chosen for ever.
      if (!body || body.nodes.length === 0) return CUDA.success;
      const { launches } = this.#context.recorder;
      const before = launches.length;
      const code = yield* this.#carryOut(executable, body, stream, []);
      this.#allDone();
      if (code !== CUDA.success || kind !== 'while' || this.#context.hasFailed) return code;
      // Kernels alone set the value: without one it stays as it is.
      if (launches.length === before) throw new LimitReached('wall');
    }
  }

  #endsOf(nodes: Iterable<Node>): readonly number[] {
    return [...new Set([...nodes].flatMap((node) => this.#ends.get(node) ?? []))];
  }

  /** What was before it counts as done: the order of what follows is not looked at more closely. */
  #allDone(): void {
    this.#ordered({ kind: 'all-done' }, () => CUDA.success);
  }

  /** Carries out a node, with what it comes after. */
  #inOrder(node: Node, after: readonly number[], body: () => number): number {
    const { recorder } = this.#context;
    const name = NAMES[node.work.type];
    if (node.work.type === 'empty') return body();
    if (name === undefined) return this.#ordered({ kind: 'all-done' }, body);
    const number = this.#count;
    this.#count += 1;
    this.#ends.set(node, [number]);
    return this.#ordered({ kind: 'node', number, after, name, step: recorder.steps.length }, body);
  }

  #ordered(call: StreamCall, body: () => number): number {
    const { recorder, streamRaces } = this.#context;
    recorder.ordered(call);
    streamRaces?.begun(call);
    const code = body();
    streamRaces?.ended();
    recorder.orderedEnded();
    return code;
  }

  /** @returns a CUDA error code */
  #run({ work, position }: Node, stream: number): number {
    const context = this.#context;
    switch (work.type) {
      case 'kernel':
        // The call that launches the graph returns the error.
        return this.#launches.launch({ ...work.launch, stream, position, isUsed: true });
      case 'memcpy':
      case 'memset':
        return work.call === null ? this.#fill(() => fillElements(context, work)) : this.#call(work.call, work.args);
      case 'recordEvent':
        work.event.at = context.clock.now;
        work.event.captured = null;
        return CUDA.success;
      case 'alloc':
        return context.graphs.memory.allocate(work.memory);
      case 'free':
        return this.#call('cudaFreeAsync', [work.pointer, stream]);
      default:
        return CUDA.success;
    }
  }

  #fill(body: () => number): number {
    return this.#context.call('cudaMemsetAsync', body);
  }

  #call(name: string, args: readonly number[]): number {
    const call = this.#calls[name];
    if (!call) throw new Error(`there is no ${name} to be carried out`);
    return Number(call(...args));
  }

  /** cudaGraphInstantiateFlagAutoFreeOnLaunch: what the last launch left goes. */
  #freeAll(graph: Graph): void {
    for (const { live, pointer } of allocationsOf(graph)) if (live) this.#call('cudaFreeAsync', [pointer, 0]);
  }
}

function allocationsOf(graph: Graph): Reservation[] {
  return graph.all.flatMap(({ nodes }) => nodes.flatMap(({ work }) => (work.type === 'alloc' ? [work.memory] : [])));
}

function numbersFrom(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
