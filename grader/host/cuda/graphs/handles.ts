import { FIXED_LIMITS } from '../../../limits/index.ts';
import type { Executable } from './executable.ts';
import { Graph, type Node } from './graph.ts';

/** Beyond the handles of streams, events and arrays. */
const FIRST = 0x1c00_0000;
const STEP = 0x10;

type Handled = Graph | Node | Executable;

/** What host code calls graphs, nodes and executable graphs by. */
export class Handles {
  readonly #objects = new Map<number, Handled>();
  readonly #handles = new Map<Handled, number>();
  #next = FIRST;
  /** What all graphs and their clones have of nodes, edges and conditions, and how many graphs there are. */
  #parts = 0;

  of(object: Handled): number {
    const known = this.#handles.get(object);
    if (known !== undefined) return known;
    const handle = this.#next;
    this.#next += STEP;
    this.#objects.set(handle, object);
    this.#handles.set(object, handle);
    return handle;
  }

  graph(handle: number): Graph | null {
    const found = this.#objects.get(handle >>> 0);
    return found instanceof Graph ? found : null;
  }

  node(handle: number): Node | null {
    const found = this.#objects.get(handle >>> 0);
    return found && 'work' in found ? found : null;
  }

  executable(handle: number): Executable | null {
    const found = this.#objects.get(handle >>> 0);
    return found && 'template' in found ? found : null;
  }

  forget(object: Handled): void {
    const handle = this.#handles.get(object);
    if (handle === undefined) return;
    this.#handles.delete(object);
    this.#objects.delete(handle);
  }

  /** Room for so many more parts, graphs and executable graphs. @returns false where there is none */
  take(count: number): boolean {
    if (this.#parts + count > FIXED_LIMITS.handles) return false;
    this.#parts += count;
    return true;
  }

  give(count: number): void {
    this.#parts -= count;
  }

  /** A graph goes, with all its parts. */
  destroy(graph: Graph): void {
    for (const part of graph.all) {
      this.give(sizeOf(part));
      for (const node of part.nodes) this.forget(node);
      this.forget(part);
    }
  }
}

/** What a graph takes of the room, without its parts. */
export function sizeOf({ nodes, conditions }: Graph): number {
  return nodes.reduce((sum, node) => sum + sizeOfNode(node.dependencies.size), 1 + conditions.length);
}

/** What a node takes of it. */
export function sizeOfNode(dependencies: number): number {
  return 1 + dependencies;
}

/** The same with its parts. */
export function sizeOfAll(graph: Graph): number {
  return graph.all.reduce((sum, part) => sum + sizeOf(part), 0);
}
