import { type Index3, showExtents, showIndex, volume } from './geometry.ts';
import { count, drawTiles, showNumber } from './text.ts';
import type { TileContents, TraceEvent, TraceListener } from './trace.ts';

export interface TraceView {
  /** Show every load and store as well. */
  readonly accesses?: boolean;
  /** Show every block and every thread. Otherwise the first and the last, and those where a guard changes its mind. */
  readonly full?: boolean;
}

/** Up to so many blocks are shown thread by thread without `full`; of more, the first and the last. */
const BLOCKS_IN_DETAIL = 4;
/** Up to so many threads are shown one by one. */
const THREADS_IN_DETAIL = 16;
/** Of more threads, this many at both ends. */
const THREADS_AT_ENDS = 3;
/** Of the blocks that are not shown in detail, neighbours that went alike share a line; so many lines are shown. */
const LINES_OF_BLOCKS = 12;

/** What a thread did between two barriers. */
interface Turn {
  readonly thread: Index3;
  readonly notes: string[];
  readonly accesses: string[];
  /** What its guards said, as a text to compare: `+` inside, `-` outside. */
  guards: string;
}

/** Neighbouring blocks of which the same is said. */
interface Alike {
  readonly first: Index3;
  last: Index3;
  blocks: number;
  readonly said: string;
}

/** Tells a simulation as text, a few lines at a time: what a debugger would show, thread by thread. */
export class TraceRenderer implements TraceListener {
  readonly detail: 'threads' | 'accesses';
  readonly #write: (text: string) => void;
  readonly #full: boolean;
  #gridDim: Index3 = { x: 1, y: 1, z: 1 };
  #blockDim: Index3 = { x: 1, y: 1, z: 1 };
  #block: Index3 = { x: 0, y: 0, z: 0 };
  #blockNumber = -1;
  #alike: Alike[] = [];
  #tiles: readonly TileContents[] = [];
  #turns: Turn[] = [];
  #inside = 0;
  #outside = 0;
  #insideOfAll = 0;
  #outsideOfAll = 0;

  /** @param write - is given whole lines, each with its newline, one step of the simulation at a time */
  constructor(write: (text: string) => void, view: TraceView = {}) {
    this.detail = view.accesses ? 'accesses' : 'threads';
    this.#write = write;
    this.#full = view.full ?? false;
  }

  readonly onStep = (event: TraceEvent): void => {
    switch (event.step) {
      case 'launch':
        this.#launch(event.kernel, event.grid, event.block, event.sharedBytes);
        break;
      case 'block':
        this.#startBlock(event.block);
        break;
      case 'thread':
        this.#turns.push({ thread: event.thread, notes: [], accesses: [], guards: '' });
        break;
      case 'watch': {
        const values = Object.entries(event.values).map(([name, value]) => `${name} = ${showNumber(value)}`);
        this.#turns.at(-1)?.notes.push(values.join('  '));
        break;
      }
      case 'guard':
        this.#guard(event.condition, event.inside);
        break;
      case 'access': {
        const index = event.index.map((number) => `[${number}]`).join('');
        this.#turns.at(-1)?.accesses.push(`${event.access} ${event.array}${index} = ${showNumber(event.value)}`);
        break;
      }
      case 'barrier':
        this.#flushTurns();
        this.#barrier(event.what, event.tiles);
        break;
      case 'wait':
      case 'exit':
        break;
      case 'block-end':
        this.#endBlock();
        break;
      case 'end':
        this.#end(event.blocks, event.threads, event.barriers);
        break;
    }
  };

  #launch(kernel: string, grid: Index3, block: Index3, sharedBytes: number): void {
    this.#gridDim = grid;
    this.#blockDim = block;
    this.#blockNumber = -1;
    this.#alike = [];
    this.#insideOfAll = 0;
    this.#outsideOfAll = 0;
    const shared = sharedBytes > 0 ? `, ${sharedBytes} bytes of dynamic shared memory each` : '';
    const threads = volume(grid) * volume(block);
    this.#lines([
      `${kernel}: ${showBlocks(grid)} of ${showExtents(block)} threads${shared}: ${count(threads, 'thread')}`,
    ]);
  }

  #startBlock(block: Index3): void {
    this.#block = block;
    this.#blockNumber++;
    this.#inside = 0;
    this.#outside = 0;
    this.#tiles = [];
    if (!this.#inDetail()) return;
    this.#showAlike();
    this.#lines(['', `block ${showIndex(block, this.#gridDim)}`]);
  }

  #guard(condition: string, inside: boolean): void {
    const turn = this.#turns.at(-1);
    if (turn !== undefined) turn.guards += inside ? '+' : '-';
    turn?.notes.push(`${condition === '' ? 'guard' : condition}: ${inside ? 'yes' : 'no'}`);
    if (inside) this.#inside++;
    else this.#outside++;
  }

  #barrier(what: string, tiles: readonly TileContents[]): void {
    if (!this.#inDetail()) return;
    const threads = volume(this.#blockDim);
    const here = threads === 1 ? 'the thread is here' : `all ${threads} threads are here`;
    this.#lines([`  ── barrier${what === '' ? '' : `: ${what}`} (${here})`]);
    // Only what has changed since the barrier before.
    this.#lines(drawTiles(tiles.filter((tile) => !this.#tiles.some((before) => sameTile(before, tile)))));
    this.#tiles = tiles;
  }

  /** Shows the block's threads up to where they stopped, leaving out most of those that did the same. */
  #flushTurns(): void {
    const turns = this.#turns;
    this.#turns = [];
    if (!this.#inDetail() || turns.every(({ notes, accesses }) => notes.length + accesses.length === 0)) return;
    const all = this.#full || turns.length <= THREADS_IN_DETAIL;
    const shown = turns.map((turn, index) => {
      const neighbours = [turns[index - 1], turns[index + 1]];
      const differs = neighbours.some((other) => other !== undefined && other.guards !== turn.guards);
      return all || differs || index < THREADS_AT_ENDS || index >= turns.length - THREADS_AT_ENDS;
    });
    const widths = columnWidths(turns.filter((_, index) => shown[index]));
    let left = 0;
    turns.forEach((turn, index) => {
      if (!shown[index]) {
        left++;
        return;
      }
      if (left > 0) this.#lines([`  … ${count(left, 'thread')} like the one above`]);
      left = 0;
      this.#lines(this.#describe(turn, widths));
    });
  }

  #describe({ thread, notes, accesses }: Turn, widths: readonly number[]): string[] {
    const { x, y, z } = this.#blockDim;
    const widest = showIndex({ x: x - 1, y: y - 1, z: z - 1 }, this.#blockDim).length;
    const name = `  thread ${showIndex(thread, this.#blockDim).padEnd(widest)}`;
    const cells = notes.map((note, column) => note.padEnd(widths[column] ?? 0));
    return [[name, ...cells].join('   ').trimEnd(), ...accesses.map((access) => `      ${access}`)];
  }

  #endBlock(): void {
    this.#flushTurns();
    this.#insideOfAll += this.#inside;
    this.#outsideOfAll += this.#outside;
    if (this.#inDetail()) return;
    const said = showGuards(this.#inside, this.#outside);
    const before = this.#alike.at(-1);
    if (before?.said === said) {
      before.last = this.#block;
      before.blocks++;
    } else this.#alike.push({ first: this.#block, last: this.#block, blocks: 1, said });
  }

  /** A line for each run of blocks that were left out. */
  #showAlike(): void {
    if (this.#alike.length === 0) return;
    const lines = this.#alike.slice(0, LINES_OF_BLOCKS).map(({ first, last, blocks, said }) => {
      const from = showIndex(first, this.#gridDim);
      if (blocks === 1) return `block ${from}: ${said}`;
      return `blocks ${from} to ${showIndex(last, this.#gridDim)}: ${said} in each`;
    });
    const left = this.#alike.slice(LINES_OF_BLOCKS).reduce((sum, { blocks }) => sum + blocks, 0);
    this.#alike = [];
    this.#lines(['', ...lines, ...(left > 0 ? [`… ${count(left, 'more block')}`] : [])]);
  }

  #end(blocks: number, threads: number, barriers: number): void {
    const met = barriers > 0 ? `, ${count(barriers, 'barrier')}` : '';
    this.#lines([
      '',
      `${count(threads, 'thread')} in ${count(blocks, 'block')}: ${showGuards(this.#insideOfAll, this.#outsideOfAll)}${met}`,
    ]);
  }

  #inDetail(): boolean {
    const blocks = volume(this.#gridDim);
    return this.#full || blocks <= BLOCKS_IN_DETAIL || this.#blockNumber === 0 || this.#blockNumber === blocks - 1;
  }

  #lines(lines: readonly string[]): void {
    if (lines.length > 0) this.#write(`${lines.join('\n')}\n`);
  }
}

function showGuards(inside: number, outside: number): string {
  if (inside + outside === 0) return 'no guard was asked';
  const parts = [
    inside > 0 ? `${inside.toLocaleString('en-US')} yes` : '',
    outside > 0 ? `${outside.toLocaleString('en-US')} no` : '',
  ];
  return `guard ${parts.filter((part) => part !== '').join(', ')}`;
}

/** `1 block`, `4 blocks`, `2 x 3 blocks`. */
function showBlocks(grid: Index3): string {
  return volume(grid) === 1 ? '1 block' : `${showExtents(grid)} blocks`;
}

/** Width of the widest note in each column of notes. */
function columnWidths(turns: readonly Turn[]): number[] {
  const columns = Math.max(0, ...turns.map(({ notes }) => notes.length));
  return Array.from({ length: columns }, (_, column) =>
    Math.max(...turns.map(({ notes }) => (notes[column] ?? '').length)),
  );
}

function sameTile(a: TileContents, b: TileContents): boolean {
  return (
    a.name === b.name && a.values.length === b.values.length && a.values.every((value, at) => value === b.values[at])
  );
}
