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
          'Its memory accesses are not counted: between two points at which the threads of a warp meet they follow too few patterns to be kept in the memory that there is for counting.',
        ]
      : []),
    ...(unchecked > 0
      ? [
          `No memory was left to look for races at ${plural(unchecked, 'access', 'accesses')}; everything else about them was checked.`,
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

/** `Elements that are wrong lie under 56 of 63 blocks, the first of them block (0, 0).` */
export function wordWrongBlocks({ unit, bad, blocks, first, flat, kinds }: WrongBlocks): string {
  const what = [...(kinds.wrong ? ['are wrong'] : []), ...(kinds.unwritten ? ['were never written'] : [])];
  const lead = `${unit === 'pixel' ? 'Pixels' : 'Elements'} that ${what.join(' or ')} lie under`;
  if (bad === blocks) return blocks === 1 ? `${lead} the one block.` : `${lead} all ${plural(blocks, 'block')}.`;
  return `${lead} ${number(bad)} of ${plural(blocks, 'block')}, the first of them block ${index(first, flat ? 1 : 2)}.`;
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
