import type { Context } from '../context.ts';
import { Captures } from './capture.ts';
import type { Graph } from './graph.ts';
import { Handles } from './handles.ts';
import { GraphMemory } from './memory.ts';

/** What a context knows of graphs. */
export class GraphState {
  readonly handles = new Handles();
  readonly captures: Captures;
  readonly memory: GraphMemory;

  constructor(context: Context) {
    this.captures = new Captures(context);
    this.memory = new GraphMemory(context);
  }

  /** A graph goes, with all its parts. */
  destroy(graph: Graph): void {
    this.memory.drop(graph);
    this.handles.destroy(graph);
  }
}
