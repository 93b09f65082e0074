import type { DeviceFault } from '../device/index.ts';
import { beyond, type FaultContext, verb, who } from './accesses.ts';
import { number, plural, type Words } from './text.ts';

/** What is wrong about a call of a warp matrix function (`mma.h`); null of all other faults. */
export function wordFragment(fault: DeviceFault, context: FaultContext): Words | null {
  return FRAGMENTS[fault.detail ?? '']?.(fault, context) ?? null;
}

const FRAGMENTS: Readonly<Record<string, (fault: DeviceFault, context: FaultContext) => Words>> = {
  tile: (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} ${beyond(fault, context)}, where its warp ${fault.at.access === 'write' ? 'stores' : 'loads'} a tile.`,
    hint: 'Does the whole tile lie inside the matrix, at its edges too? Is the stride (ldm) the length of a row of this matrix, or of a column where it lies by columns?',
  }),
  'tile-pointer': ({ at, bytes }) => ({
    message: `The tile that a warp ${at.access === 'write' ? 'stores' : 'loads'} here begins at an address that is not a multiple of ${bytes} bytes. load_matrix_sync and store_matrix_sync ask for that; a GPU may stop the kernel here, or read other elements.`,
    hint: 'Which element does the pointer lead to? A tile begins at a multiple of its own width, in a row that is a whole number of tiles long. All lanes give the same pointer.',
  }),
  'tile-stride': ({ bytes, stride }, { visible }) => ({
    message: `The ${visible && stride !== undefined ? `stride of ${plural(stride, 'element')}` : 'stride'} from one row or column of this tile to the next is not a multiple of ${number(bytes)}. A GPU leaves out the rest without a word, and uses other elements.`,
    hint: `The stride (ldm) counts elements from one row of the whole matrix to the next. Make the rows longer, until their length is a multiple of ${number(bytes)}.`,
  }),
  'unfilled-factor': (fault, context) => ({
    message: `${who(fault, context)} multiplies by a fragment that nothing has filled: it holds whatever was in its registers.`,
    hint: 'Which line loads matrix_a and which matrix_b, and do all warps run both of them before this one?',
  }),
  'unfilled-sum': (fault, context) => ({
    message: `${who(fault, context)} ${fault.at.access === 'write' ? 'stores' : 'adds to'} an accumulator that nothing has filled: it does not begin at zero, but with whatever was in its registers.`,
    hint: 'Where does the running sum start? fill_fragment gives all elements a first value, once for each tile of the result.',
  }),
  'whole-warp': ({ waiting }, { visible }) => ({
    message: `${visible && waiting ? `${number(waiting.arrived)} of a warp's 32 lanes come` : 'Not all lanes of a warp come'} here${visible && waiting ? missing(waiting) : ''}. Load, store and product of a tile are done by a whole warp together: on a GPU it hangs, or the result means nothing.`,
    hint: 'One warp has one tile, not one thread. Has each block a multiple of 32 threads, and do all lanes of a warp take the same branch?',
  }),
  'tile-arguments': (fault, context) => ({
    message: `${who(fault, context)} gives this function another pointer, stride or layout than the first lane of its warp. All 32 lanes have to give the same: the tile belongs to the warp, which shares it out by itself.`,
    hint: 'Does the address depend on threadIdx.x? It may depend on the number of the warp (threadIdx.x / 32), but not on the lane.',
  }),
};

function missing({ alive, threads }: NonNullable<DeviceFault['waiting']>): string {
  if (threads < 32) return `: the block has only ${plural(threads, 'thread')}`;
  return alive < 32 ? '; others have ended before' : '; others take another way';
}
