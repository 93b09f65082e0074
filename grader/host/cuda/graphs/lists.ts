import { WORD } from '../../module/words.ts';
import type { Context } from '../context.ts';
import { CUDA } from '../errors.ts';
import type { Graph, Node } from './graph.ts';

/**
 * A list of nodes in the program's memory, such as what a node depends on.
 * @returns null where one of them is none of the graph's, or is there twice
 */
export function nodesAt({ memory, graphs }: Context, graph: Graph, list: number, count: number): Node[] | null {
  const nodes = new Set<Node>();
  if (count !== 0 && list === 0) return null;
  for (let index = 0; index < count; index++) {
    const node = graphs.handles.node(memory.pointer(list + WORD * index));
    if (node?.graph !== graph || nodes.has(node)) return null;
    nodes.add(node);
  }
  return [...nodes];
}

/**
 * Gives host code handles, side by side in several lists: as many as there is room for, zeros in what is left.
 * @param lists - addresses; without any, only their length is told
 * @param count - address of the room in each, and then of how many there are
 */
export function tell(
  { memory, graphs }: Context,
  rows: readonly (readonly Node[])[],
  lists: readonly number[],
  count: number,
): number {
  if (count === 0) return CUDA.invalidValue;
  const asked = lists.some((list) => list !== 0);
  const room = asked ? memory.size(count) : 0;
  for (let index = 0; index < room; index++) {
    for (const [column, list] of lists.entries()) {
      const node = rows[index]?.[column];
      if (list) memory.setWord(list + WORD * index, node ? graphs.handles.of(node) : 0);
    }
  }
  memory.setWord(count, asked ? Math.min(room, rows.length) : rows.length);
  return CUDA.success;
}
