import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import { type CudaEvent, isLegacy, type Stream } from '../stream-table.ts';
import { Graph, type Node, type Work, withAncestors } from './graph.ts';
import { sizeOfNode } from './handles.ts';

/** cudaStreamCaptureMode. */
export const MODE = { global: 0, threadLocal: 1, relaxed: 2 } as const;

/** A stream of a capture, and what its next node depends on. */
interface Branch {
  readonly stream: Stream;
  /** Events have it too: it is never changed, but replaced. */
  nodes: ReadonlySet<Node>;
}

export interface Capture {
  readonly id: number;
  readonly graph: Graph;
  readonly mode: number;
  readonly origin: Stream;
  /** By the stream's number; one that is destroyed stays. */
  readonly branches: Map<number, Branch>;
  /** Of a graph that was there before. */
  readonly into: Graph | null;
  invalidated: boolean;
}

/**
 * Streams whose work goes into a graph instead of being done. What is an error here is one on an H200, with the same
 * code and the same effect on the capture.
 */
export class Captures {
  readonly #context: Context;
  readonly #active = new Set<Capture>();
  #count = 0;
  /** cudaThreadExchangeStreamCaptureMode. */
  mode: number = MODE.global;

  constructor(context: Context) {
    this.#context = context;
  }

  /** @returns null where there is no room for a graph */
  begin(origin: Stream, mode: number, into: Graph | null, nodes: Iterable<Node>): Capture | null {
    if (!into && !this.#context.graphs.handles.take(1)) return null;
    this.#count += 1;
    const capture: Capture = {
      id: this.#count,
      graph: into ?? new Graph(),
      mode,
      origin,
      branches: new Map([[origin.id, { stream: origin, nodes: new Set(nodes) }]]),
      into,
      invalidated: false,
    };
    this.#active.add(capture);
    return capture;
  }

  get any(): boolean {
    return this.#active.size > 0;
  }

  /** Is a graph being captured into? */
  isInto(graph: Graph): boolean {
    return [...this.#active].some((capture) => graph.all.includes(capture.graph));
  }

  /** The capture that a stream takes part in. */
  of(stream: number): Capture | null {
    for (const capture of this.#active) if (capture.branches.has(stream)) return capture;
    return null;
  }

  /** What the next node in a stream depends on. */
  dependencies(stream: number): ReadonlySet<Node> {
    return this.of(stream)?.branches.get(stream)?.nodes ?? new Set();
  }

  /** A capture that the legacy stream would have to wait for. */
  blocking(): Capture | null {
    for (const capture of this.#active) {
      for (const { stream } of capture.branches.values()) if (stream.blocking) return capture;
    }
    return null;
  }

  /**
   * May work go to a stream, be it captured or done? Where it may not, captures are invalidated.
   * @returns a CUDA error code
   */
  refuse(stream: number): number {
    if (isLegacy(stream)) return this.refuseLegacy();
    return this.of(stream)?.invalidated ? CUDA.streamCaptureInvalidated : CUDA.success;
  }

  refuseLegacy(): number {
    const waitedFor = this.blocking();
    if (!waitedFor) return CUDA.success;
    waitedFor.invalidated = true;
    return CUDA.streamCaptureImplicit;
  }

  /** Calls that are not safe while a stream is captured, unless the capture is relaxed. */
  refuseUnsafe(): number {
    if (this.mode === MODE.relaxed) return CUDA.success;
    const strict = [...this.#active].filter(({ mode }) => mode !== MODE.relaxed);
    for (const capture of strict) capture.invalidated = true;
    return strict.length > 0 ? CUDA.streamCaptureUnsupported : CUDA.success;
  }

  /** Calls that wait for everything. */
  refuseAny(): number {
    for (const capture of this.#active) capture.invalidated = true;
    return this.#active.size > 0 ? CUDA.streamCaptureUnsupported : CUDA.success;
  }

  /** What a stream in capture cannot do. */
  refuseInCapture(stream: number): number {
    const refused = this.refuse(stream);
    const capture = this.of(stream);
    if (refused !== CUDA.success || !capture) return refused;
    capture.invalidated = true;
    return CUDA.streamCaptureUnsupported;
  }

  /**
   * Puts work into the graph of a capture.
   * @returns null where the stream is in none: the work is to be done
   */
  add(stream: number, work: () => Work | number): number | null {
    const capture = this.of(stream);
    const branch = capture?.branches.get(stream);
    if (!capture || !branch) return null;
    if (capture.invalidated) return CUDA.streamCaptureInvalidated;
    const { handles } = this.#context.graphs;
    const size = sizeOfNode(branch.nodes.size);
    if (!handles.take(size)) return CUDA.memoryAllocation;
    const made = work();
    if (typeof made === 'number') {
      handles.give(size);
      if (made !== CUDA.success) capture.invalidated = true;
      return made;
    }
    branch.nodes = new Set([capture.graph.add(made, branch.nodes, this.#context.here())]);
    return CUDA.success;
  }

  /** cudaEventRecord. @returns false where the stream is in no capture */
  record(stream: number, event: CudaEvent): boolean {
    const capture = this.of(stream);
    const nodes = capture?.branches.get(stream)?.nodes;
    event.captured = capture && nodes ? { capture, nodes } : null;
    return capture !== null;
  }

  /** cudaStreamWaitEvent. @returns a CUDA error code, or null where neither of the two is in a capture */
  wait(stream: Stream, event: CudaEvent): number | null {
    const own = this.of(stream.id);
    const other = event.captured;
    if (!own && !other) return null;
    if (!other) {
      // Who waits for an event that was never recorded waits for nothing.
      if (!own || event.at === null) return CUDA.success;
      own.invalidated = true;
      return CUDA.streamCaptureIsolation;
    }
    if (!this.#active.has(other.capture)) return CUDA.invalidValue;
    if (isLegacy(stream.id)) {
      other.capture.invalidated = true;
      return CUDA.streamCaptureImplicit;
    }
    if (own && own !== other.capture) {
      own.invalidated = true;
      other.capture.invalidated = true;
      return CUDA.streamCaptureMerge;
    }
    if (other.capture.invalidated) return CUDA.streamCaptureInvalidated;
    const branch = own?.branches.get(stream.id);
    if (branch) branch.nodes = new Set([...branch.nodes, ...other.nodes]);
    else other.capture.branches.set(stream.id, { stream, nodes: other.nodes });
    return CUDA.success;
  }

  /** cudaStreamEndCapture. @returns the graph, or a CUDA error code */
  end(stream: number): Graph | number {
    const capture = this.of(stream);
    if (!capture) return CUDA.illegalState;
    if (capture.origin.id !== stream) {
      capture.invalidated = true;
      return CUDA.streamCaptureUnmatched;
    }
    this.#active.delete(capture);
    const joined = withAncestors(capture.branches.get(stream)?.nodes ?? []);
    const isJoined = [...capture.branches.values()].every(({ nodes }) => [...nodes].every((node) => joined.has(node)));
    if (!capture.invalidated && isJoined) return capture.graph;
    if (!capture.into) this.#context.graphs.destroy(capture.graph);
    return capture.invalidated ? CUDA.streamCaptureInvalidated : CUDA.streamCaptureUnjoined;
  }

  /** A stream is destroyed: the capture that it began ends with it. */
  forget(stream: number): void {
    for (const capture of this.#active) {
      if (capture.origin.id !== stream) continue;
      this.#active.delete(capture);
      if (!capture.into) this.#context.graphs.destroy(capture.graph);
    }
  }
}
