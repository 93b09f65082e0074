import type { Graph, Node } from './graph.ts';

/** cudaGraphInstantiateFlags. */
export const FLAG = { autoFree: 1, upload: 2, deviceLaunch: 4, usePriority: 8 } as const;

/** A graph as it is launched: a copy of the one that it was made of. */
export class Executable {
  readonly template: Graph;
  readonly graph: Graph;
  readonly flags: number;
  /** Nodes of the copy that do nothing. */
  readonly disabled = new Set<Node>();

  constructor(template: Graph, flags: number) {
    this.template = template;
    this.graph = template.clone();
    this.flags = flags;
  }

  /** The copy of a node of the graph that it was made of. */
  nodeOf(original: Node): Node | null {
    return this.graph.twinOf(original);
  }
}
