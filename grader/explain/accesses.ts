import type { Beyond, BufferFacts, FindingFacts, RelatedFacts, Spot } from '../result/index.ts';
import { dimensionsOf, index, number, plural } from './text.ts';

type Access = 'read' | 'write' | 'atomic' | 'barrier';
type Triple = readonly [number, number, number];
type Extents = { readonly grid: Triple; readonly block: Triple } | undefined;

/** `Thread (7, 0) of block (3, 0)`, in the dimensions of the launch; of a hidden case no thread is named. */
export function who({ block, thread, detail }: FindingFacts): string {
  return capital(threadText({ block, thread }, 'launch' in detail ? extentsOf(detail.launch) : undefined, 'a thread'));
}

function extentsOf(launch: { grid: Triple; block: Triple } | object | undefined): Extents {
  return launch && 'grid' in launch ? launch : undefined;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function threadText(
  { block, thread }: Pick<RelatedFacts, 'block' | 'thread'>,
  launch: Extents,
  otherwise: string,
): string {
  if (!block || !thread) return otherwise;
  const inBlock = index(thread, launch && dimensionsOf(launch.block));
  const inGrid = index(block, launch && dimensionsOf(launch.grid));
  return `thread ${inBlock} of block ${inGrid}`;
}

/** The thread at the other end, `related` of the finding. @param isOfOtherLaunch - its dimensions are not known */
export function another({ related, detail }: FindingFacts, isOfOtherLaunch = false): string {
  const launch = 'launch' in detail && !isOfOtherLaunch ? extentsOf(detail.launch) : undefined;
  return threadText(related?.[0] ?? {}, launch, 'another thread');
}

export function verb(access: Access): string {
  return { read: 'reads', write: 'writes', atomic: 'updates', barrier: 'waits' }[access];
}

export function past(access: Access): string {
  return { read: 'reads', write: 'writes', atomic: 'atomically updates', barrier: 'waits at' }[access];
}

/** `x`, `your own buffer d_a (allocated at line 12)`; our number for it only where no line is known. */
export function named(buffer: BufferFacts): string {
  if (buffer.role !== 'student') return buffer.name;
  const name = buffer.variable ? `your own buffer ${buffer.variable}` : 'your own buffer';
  return `${name} (${allocated(buffer) ?? buffer.name})`;
}

export function allocated({ allocatedAt }: BufferFacts): string | null {
  if (!allocatedAt) return null;
  const { file, line } = allocatedAt;
  return `allocated at ${file === undefined ? `line ${line}` : `${file}:${line}`}`;
}

/** `element 12`, or the byte where it is between elements. */
export function place({ unit, index: at = 0 }: Spot): string {
  if (unit === 'unknown') return 'a place';
  // Which element of a hidden case it was would tell something of its size.
  return unit === 'untold' ? 'an element' : `${unit} ${number(at)}`;
}

/** `element 12 of x`, or the name of a variable. */
export function spotText(spot: Spot): string {
  if (!spot.buffer) return place(spot);
  return spot.unit === 'variable' ? named(spot.buffer) : `${place(spot)} of ${named(spot.buffer)}`;
}

/** `4 bytes past the end of x`; of a hidden case only on which side of it. */
export function beyondText({ buffer, where, bytes }: Beyond): string {
  if (!buffer) return 'outside every buffer';
  const name = named(buffer);
  switch (where) {
    case 'no-buffer':
      return 'outside every buffer';
    case 'no-bytes':
      return `${name}, for which the launch requests 0 bytes`;
    case 'far':
      return `far from every buffer; the nearest buffer is ${name}`;
    case 'constant-memory':
      return `${name}, which is in constant memory: a kernel can only read it`;
    case 'before':
      return bytes === undefined
        ? `before the start of ${name}`
        : `${plural(bytes, 'byte')} before the start of ${name}`;
    case 'past':
      if (bytes === undefined) return `past the end of ${name}`;
      return bytes === 0 ? `just past the end of ${name}` : `${plural(bytes, 'byte')} past the end of ${name}`;
    case 'across':
      return `across the end of ${name} (${plural(bytes ?? 0, 'byte')} past it)`;
  }
}

/** Tells whose shared memory it is; empty if that is not known, or if it is the block's own. */
export function ofBlock(rank: number | undefined): string {
  return rank === undefined ? '' : ` of the block with rank ${rank} in the cluster`;
}
