import type { LaunchOutcome } from '../device/index.ts';
import { index, number, plural } from './text.ts';

/** What is not known of a launch because the device had no memory left to remember it. */
export function wordLaunchNotes({
  countersLost,
  unchecked = 0,
}: Pick<LaunchOutcome, 'countersLost' | 'unchecked'>): string[] {
  return [
    ...(countersLost
      ? [
          'The memory accesses of this launch were not counted. Between two synchronization points of a warp they are too irregular for the memory reserved for counting.',
        ]
      : []),
    ...(unchecked > 0
      ? [
          `No memory was left to check ${plural(unchecked, 'access', 'accesses')} for races. Everything else about them was checked.`,
        ]
      : []),
  ];
}

/** `launched by parent in line 12`, of a launch by a kernel. */
export function wordLauncher({
  kernel,
  line,
}: {
  readonly kernel: string;
  readonly line?: number | undefined;
}): string {
  return `launched by ${kernel}${line === undefined ? '' : ` in line ${line}`}`;
}

interface WrongBlocks {
  readonly unit: 'element' | 'pixel';
  readonly bad: number;
  readonly blocks: number;
  readonly first: readonly [number, number, number];
  readonly flat: boolean;
  readonly kinds: { readonly wrong: boolean; readonly unwritten: boolean };
}

/** `56 of 63 blocks have wrong elements; the first is block (0, 0).` */
export function wordWrongBlocks({ unit, bad, blocks, first, flat, kinds }: WrongBlocks): string {
  const what = [...(kinds.wrong ? ['wrong'] : []), ...(kinds.unwritten ? ['unwritten'] : [])];
  const elements = `${what.join(' or ')} ${unit === 'pixel' ? 'pixels' : 'elements'}`;
  if (bad === blocks)
    return blocks === 1 ? `The one block has ${elements}.` : `All ${plural(blocks, 'block')} have ${elements}.`;
  return `${number(bad)} of ${plural(blocks, 'block')} ${bad === 1 ? 'has' : 'have'} ${elements}; the first is block ${index(first, flat ? 1 : 2)}.`;
}

/** What the page says of a place in the drawing of a launch; the script fills in what stands in braces. */
export const GRID_WORDS = {
  bigger: 'Zoom in',
  smaller: 'Zoom out',
  whole: 'Show all',
  usage:
    'Point at a place to see its block and thread. With the keyboard: arrows move, plus and minus zoom, 0 shows all.',
  explore: 'Explore the launch',
  place: 'row {row}, column {column}',
  element: 'element {column}',
  thread: 'Block {block}, thread {thread}: {place}',
  outside: 'Block {block}, thread {thread}: outside the data',
  none: '{place}: no thread of this launch',
  wrong: 'there are wrong elements in this cell of the drawing',
  unwritten: 'there are elements that were never written in this cell of the drawing',
} as const;
