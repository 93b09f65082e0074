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
    hint: 'Is the whole tile inside the matrix, even at its edges? The stride (ldm) is the length of a row of the matrix, or of a column if it is stored by columns.',
  }),
  'tile-pointer': ({ at, bytes }) => ({
    message: `The tile that a warp ${at.access === 'write' ? 'stores' : 'loads'} here begins at an address that is not a multiple of ${bytes} bytes. load_matrix_sync and store_matrix_sync require this. A GPU can stop the kernel here, or access other elements.`,
    hint: 'Which element does the pointer point to? A tile begins at a multiple of its width, in a row that is a whole number of tiles long. All lanes pass the same pointer.',
  }),
  'tile-stride': ({ bytes, stride }, { visible }) => ({
    message: `The ${visible && stride !== undefined ? `stride of ${plural(stride, 'element')}` : 'stride'} from one row or column of this tile to the next is not a multiple of ${number(bytes)}. A GPU rounds it without an error, and accesses other elements.`,
    hint: `The stride (ldm) counts elements from one row of the whole matrix to the next. Make the rows longer, until their length is a multiple of ${number(bytes)}.`,
  }),
  'unfilled-factor': (fault, context) => ({
    message: `${who(fault, context)} multiplies by a fragment that is not initialized, so its values are undefined.`,
    hint: 'Which lines load matrix_a and matrix_b? All warps must run both before this line.',
  }),
  'unfilled-sum': (fault, context) => ({
    message: `${who(fault, context)} ${fault.at.access === 'write' ? 'stores' : 'adds to'} an accumulator that is not initialized: it does not start at zero, so its values are undefined.`,
    hint: 'Where does the running sum start? Call fill_fragment once per tile of the result to set all elements.',
  }),
  'whole-warp': ({ waiting }, { visible }) => ({
    message: `${visible && waiting ? `${number(waiting.arrived)} of a warp's 32 lanes reach` : 'Not all lanes of a warp reach'} this call${visible && waiting ? missing(waiting) : ''}. A whole warp loads, stores or multiplies a tile together. On a GPU the kernel hangs, or the result is undefined.`,
    hint: 'A tile belongs to a whole warp. Does each block have a multiple of 32 threads? All lanes of a warp must take the same branch.',
  }),
  'tile-arguments': (fault, context) => ({
    message: `${who(fault, context)} passes another pointer, stride or layout than the first lane of its warp. All 32 lanes must pass the same arguments, because the tile belongs to the whole warp.`,
    hint: 'Does the address depend on threadIdx.x? It can depend on the number of the warp (threadIdx.x / 32), but not on the lane.',
  }),
};

function missing({ alive, threads }: NonNullable<DeviceFault['waiting']>): string {
  if (threads < 32) return `: the block has only ${plural(threads, 'thread')}`;
  return alive < 32 ? '; others have ended before' : '; others take another branch';
}
