import { who } from './accesses.ts';
import type { Facts } from './faults.ts';
import { number, plural, type Words } from './text.ts';

/** What is wrong about a call of a warp matrix function (`mma.h`). */

export function wordTilePointer({ detail: { access, bytes } }: Facts<'tile-pointer'>): Words {
  return {
    message: `The tile that a warp ${access === 'write' ? 'stores' : 'loads'} here begins at an address that is not a multiple of ${bytes} bytes. load_matrix_sync and store_matrix_sync require this. A GPU can stop the kernel here, or access other elements.`,
    hint: 'Which element does the pointer point to? A tile begins at a multiple of its width, in a row that is a whole number of tiles long. All lanes pass the same pointer.',
  };
}

export function wordTileStride({ detail: { multiple, stride } }: Facts<'tile-stride'>): Words {
  return {
    message: `The ${stride === undefined ? 'stride' : `stride of ${plural(stride, 'element')}`} from one row or column of this tile to the next is not a multiple of ${number(multiple)}. A GPU rounds it without an error, and accesses other elements.`,
    hint: `The stride (ldm) counts elements from one row of the whole matrix to the next. Make the rows longer, until their length is a multiple of ${number(multiple)}.`,
  };
}

export function wordUnfilledFragment(facts: Facts<'unfilled-fragment'>): Words {
  const { part, access } = facts.detail;
  if (part === 'factor') {
    return {
      message: `${who(facts)} multiplies by a fragment that is not initialized, so its values are undefined.`,
      hint: 'Which lines load matrix_a and matrix_b? All warps must run both before this line.',
    };
  }
  return {
    message: `${who(facts)} ${access === 'write' ? 'stores' : 'adds to'} an accumulator that is not initialized: it does not start at zero, so its values are undefined.`,
    hint: 'Where does the running sum start? Call fill_fragment once per tile of the result to set all elements.',
  };
}

export function wordPartialWarp({ detail: { waiting } }: Facts<'partial-warp'>): Words {
  return {
    message: `${waiting ? `${number(waiting.lanes)} of a warp's 32 lanes reach` : 'Not all lanes of a warp reach'} this call${waiting ? missing(waiting) : ''}. A whole warp loads, stores or multiplies a tile together. On a GPU the kernel hangs, or the result is undefined.`,
    hint: 'A tile belongs to a whole warp. Does each block have a multiple of 32 threads? All lanes of a warp must take the same branch.',
  };
}

export function wordTileArguments(facts: Facts<'tile-arguments'>): Words {
  return {
    message: `${who(facts)} passes another pointer, stride or layout than the first lane of its warp. All 32 lanes must pass the same arguments, because the tile belongs to the whole warp.`,
    hint: 'Does the address depend on threadIdx.x? It can depend on the number of the warp (threadIdx.x / 32), but not on the lane.',
  };
}

function missing({ alive, threads }: { readonly alive: number; readonly threads: number }): string {
  if (threads < 32) return `: the block has only ${plural(threads, 'thread')}`;
  return alive < 32 ? '; others have ended before' : '; others take another branch';
}
