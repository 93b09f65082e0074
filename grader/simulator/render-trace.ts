import { type Index3, showExtents, showIndex, volume } from './geometry.ts';
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
/** Of the blocks that are not shown in detail, so many get a line. */
const BLOCKS_IN_A_LINE = 12;
const TILE_ROWS = 16;
const TILE_COLUMNS = 8;

/** What a thread did between two barriers. */
interface Turn {
  readonly thread: Index3;
  readonly notes: string[];
  readonly accesses: string[];
  /** What its guards said, as a text to compare: `+` inside, `-` outside. */
  guards: string;
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
  #linesOfBlocks = 0;
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
        if (this.#inDetail()) this.#lines([barrierLine(event.what, volume(this.#blockDim)), ...drawTiles(event.tiles)]);
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
    this.#linesOfBlocks = 0;
    this.#insideOfAll = 0;
    this.#outsideOfAll = 0;
    const shared = sharedBytes > 0 ? `, ${sharedBytes} bytes of dynamic shared memory each` : '';
    const threads = volume(grid) * volume(block);
    this.#lines([
      `${kernel}: ${showExtents(grid)} ${volume(grid) === 1 ? 'block' : 'blocks'} of ${showExtents(block)} threads${shared}: ${count(threads, 'thread')}`,
    ]);
  }

  #startBlock(block: Index3): void {
    this.#block = block;
    this.#blockNumber++;
    this.#inside = 0;
    this.#outside = 0;
    if (this.#inDetail()) this.#lines(['', `block ${showIndex(block, this.#gridDim)}`]);
  }

  #guard(condition: string, inside: boolean): void {
    const turn = this.#turns.at(-1);
    if (turn !== undefined) turn.guards += inside ? '+' : '-';
    turn?.notes.push(`${condition === '' ? 'guard' : condition}: ${inside ? 'yes' : 'no'}`);
    if (inside) this.#inside++;
    else this.#outside++;
  }

  /** Shows the block's threads up to where they stopped, leaving out most of those that did the same. */
  #flushTurns(): void {
    const turns = this.#turns;
    this.#turns = [];
    if (!this.#inDetail() || turns.every(({ notes, accesses }) => notes.length + accesses.length === 0)) return;
    let left = 0;
    turns.forEach((turn, index) => {
      const near = [turns[index - 1], turns[index + 1]].some(
        (other) => other !== undefined && other.guards !== turn.guards,
      );
      const end = index < THREADS_AT_ENDS || index >= turns.length - THREADS_AT_ENDS;
      if (this.#full || turns.length <= THREADS_IN_DETAIL || near || end) {
        if (left > 0) this.#lines([`  … ${count(left, 'thread')} like the one above`]);
        left = 0;
        this.#lines(this.#describe(turn));
      } else left++;
    });
  }

  #describe({ thread, notes, accesses }: Turn): string[] {
    const widest = showIndex(
      { x: this.#blockDim.x - 1, y: this.#blockDim.y - 1, z: this.#blockDim.z - 1 },
      this.#blockDim,
    ).length;
    const name = `  thread ${showIndex(thread, this.#blockDim).padEnd(widest)}`;
    return [`${name}   ${notes.join('   ')}`.trimEnd(), ...accesses.map((access) => `      ${access}`)];
  }

  #endBlock(): void {
    this.#flushTurns();
    this.#insideOfAll += this.#inside;
    this.#outsideOfAll += this.#outside;
    if (this.#inDetail()) return;
    this.#linesOfBlocks++;
    const limit = this.#full ? Number.POSITIVE_INFINITY : BLOCKS_IN_A_LINE;
    const left = volume(this.#gridDim) - 2 - limit;
    if (this.#linesOfBlocks <= limit) {
      if (this.#linesOfBlocks === 1) this.#lines(['']);
      this.#lines([`block ${showIndex(this.#block, this.#gridDim)}: ${guardSums(this.#inside, this.#outside)}`]);
    } else if (this.#linesOfBlocks === limit + 1) this.#lines([`… ${count(left, 'more block')}`]);
  }

  #end(blocks: number, threads: number, barriers: number): void {
    const met = barriers > 0 ? `, ${count(barriers, 'barrier')}` : '';
    this.#lines([
      '',
      `${count(threads, 'thread')} in ${count(blocks, 'block')}: ${guardSums(this.#insideOfAll, this.#outsideOfAll)}${met}`,
      '',
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

function guardSums(inside: number, outside: number): string {
  if (inside + outside === 0) return 'no guard was asked';
  return `guards said yes ${count(inside, 'time')}, no ${count(outside, 'time')}`;
}

function barrierLine(what: string, threads: number): string {
  return `  ── barrier${what === '' ? '' : `: ${what}`} (${threads === 1 ? 'the thread is' : `all ${threads} threads are`} here)`;
}

/** Each tile as a small table; a dot where nothing was stored. */
function drawTiles(tiles: readonly TileContents[]): string[] {
  return tiles.flatMap(({ name, extents, values }) => {
    const columns = extents.at(-1) ?? 1;
    const rows = values.length / columns;
    const shownColumns = Math.min(columns, TILE_COLUMNS);
    const shownRows = Math.min(rows, TILE_ROWS);
    const cells = Array.from({ length: shownRows }, (_, row) =>
      values
        .slice(row * columns, row * columns + shownColumns)
        .map((value) => (value === null ? '·' : showNumber(value))),
    );
    const width = Math.max(...cells.flat().map((cell) => cell.length));
    const lines = cells.map((row) => {
      const shown = row.map((cell) => cell.padStart(width)).join('  ');
      return `     ${shown}${columns > shownColumns ? '  …' : ''}`;
    });
    const more = rows > shownRows ? [`     … ${count(rows - shownRows, 'more row')}`] : [];
    return [`     ${name}${extents.map((extent) => `[${extent}]`).join('')}`, ...lines, ...more];
  });
}

function showNumber(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? value.toFixed(3) : value.toExponential(2);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
