import type { Trace } from '../../traces.ts';
import type { CudaEvent } from '../stream-table.ts';
import type { Condition } from './conditions.ts';
import type { Reservation } from './memory.ts';
import type { KernelWork } from './parameters.ts';

/** What a node does when its graph is launched. */
export type Work =
  | KernelWork
  /** A copy or a filling that is one call of the runtime, made when the graph is launched. */
  | { readonly type: 'memcpy' | 'memset'; readonly call: string; readonly args: readonly number[] }
  | Memset
  /** Addresses of a function of the host and of what it is given. */
  | { readonly type: 'host'; readonly function: number; readonly data: number }
  | { readonly type: 'graph'; readonly child: Graph }
  | { readonly type: 'empty' }
  | { readonly type: 'waitEvent' | 'recordEvent'; readonly event: CudaEvent }
  | { readonly type: 'alloc'; readonly memory: Reservation }
  | { readonly type: 'free'; readonly pointer: number }
  | Conditional;

/** cudaMemsetParams: `height` rows of `width` elements, a pitch apart. */
export interface Memset {
  readonly type: 'memset';
  readonly call: null;
  readonly pointer: number;
  readonly pitch: number;
  readonly value: number;
  readonly elementBytes: number;
  readonly width: number;
  readonly height: number;
}

export interface Conditional {
  readonly type: 'conditional';
  readonly kind: 'if' | 'while' | 'switch';
  readonly condition: Condition;
  readonly bodies: readonly Graph[];
}

export interface Node {
  readonly graph: Graph;
  work: Work;
  /** Of the call that made it. */
  readonly position: Trace;
  /** In the order in which they were given. */
  readonly dependencies: Set<Node>;
  /** In the graph of which this one is a clone. */
  readonly original: Node | null;
}

/** A CUDA graph: nodes in the order in which they came. */
export class Graph {
  readonly nodes: Node[] = [];
  readonly conditions: Condition[] = [];
  /** The graph that this one is part of, as a child or a conditional body. */
  readonly parent: Graph | null;
  /** Executable graphs that were made of it and are still there. */
  executables = 0;

  constructor(parent: Graph | null = null) {
    this.parent = parent;
  }

  add(work: Work, dependencies: Iterable<Node>, position: Trace, original: Node | null = null): Node {
    const node: Node = { graph: this, work, position, dependencies: new Set(dependencies), original };
    this.nodes.push(node);
    return node;
  }

  /** Nodes that wait for this one. */
  dependents(node: Node): Node[] {
    return this.nodes.filter(({ dependencies }) => dependencies.has(node));
  }

  get edges(): { readonly from: Node; readonly to: Node }[] {
    return this.nodes.flatMap((to) => [...to.dependencies].map((from) => ({ from, to })));
  }

  remove(node: Node): void {
    for (const other of this.nodes) other.dependencies.delete(node);
    this.nodes.splice(this.nodes.indexOf(node), 1);
  }

  /**
   * The order in which nodes are carried out: each after those that it depends on, and otherwise as they came.
   * @returns null where nodes depend on each other in a circle
   */
  inOrder(): readonly Node[] | null {
    const place = new Map(this.nodes.map((node, index) => [node, index]));
    const isBefore = (a: Node, b: Node) => (place.get(a) ?? 0) < (place.get(b) ?? 0);
    // As nodes mostly come: after what they depend on.
    if (this.edges.every(({ from, to }) => isBefore(from, to))) return this.nodes;
    const done = new Set<Node>();
    const waiting = new Map<Node, number>(this.nodes.map((node) => [node, node.dependencies.size]));
    const followers = new Map<Node, Node[]>();
    for (const { from, to } of this.edges) {
      const known = followers.get(from);
      if (known) known.push(to);
      else followers.set(from, [to]);
    }
    const ready = this.nodes.filter(({ dependencies }) => dependencies.size === 0);
    while (ready.length > 0) {
      const node = ready.shift();
      if (!node) break;
      done.add(node);
      const freed = (followers.get(node) ?? []).filter((next) => {
        const left = (waiting.get(next) ?? 0) - 1;
        waiting.set(next, left);
        return left === 0;
      });
      if (freed.length === 0) continue;
      ready.push(...freed);
      ready.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    }
    return done.size === this.nodes.length ? [...done] : null;
  }

  /** This graph and all that are part of it. */
  get all(): readonly Graph[] {
    return [this, ...this.nodes.flatMap(({ work }) => partsOf(work).flatMap((part) => part.all))];
  }

  clone(parent: Graph | null = null): Graph {
    const copy = new Graph(parent);
    const twins = new Map<Node, Node>();
    for (const node of this.nodes) twins.set(node, copy.add(cloned(node.work, copy), [], node.position, node));
    for (const [node, twin] of twins) {
      for (const dependency of node.dependencies) {
        const other = twins.get(dependency);
        if (other) twin.dependencies.add(other);
      }
    }
    for (const condition of this.conditions) copy.conditions.push(condition);
    return copy;
  }

  /** The node that was cloned from another one, in this graph or in a part of it. */
  twinOf(original: Node): Node | null {
    for (const graph of this.all) {
      const found = graph.nodes.find((node) => node.original === original);
      if (found) return found;
    }
    return null;
  }
}

/** Such a graph cannot be cloned or become a child, and loses no node and no edge. */
export function hasMemory(graph: Graph): boolean {
  return hasNode(graph, ({ type }) => type === 'alloc' || type === 'free');
}

/** Nor can such a one be cloned or become a child. */
export function hasConditions(graph: Graph): boolean {
  return hasNode(graph, ({ type }) => type === 'conditional');
}

function hasNode(graph: Graph, is: (work: Work) => boolean): boolean {
  return graph.all.some(({ nodes }) => nodes.some(({ work }) => is(work)));
}

function partsOf(work: Work): readonly Graph[] {
  if (work.type === 'graph') return [work.child];
  return work.type === 'conditional' ? work.bodies : [];
}

function cloned(work: Work, into: Graph): Work {
  if (work.type === 'graph') return { ...work, child: work.child.clone(into) };
  if (work.type === 'conditional') return { ...work, bodies: work.bodies.map((body) => body.clone(into)) };
  return work;
}

/** The nodes and all that they depend on, directly or not. */
export function withAncestors(nodes: Iterable<Node>): ReadonlySet<Node> {
  const found = new Set<Node>(nodes);
  for (const node of found) for (const dependency of node.dependencies) found.add(dependency);
  return found;
}
