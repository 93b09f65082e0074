import { LAYOUT } from '../abi/index.ts';
import { ASSIGNMENT_LIMITS, PROGRAM_MEMORY } from '../limits/index.ts';
import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { tool } from './tools.ts';

const MiB = 2 ** 20;

/** Where a device module's memory lies, and what was compiled for these addresses. */
export interface Layout {
  readonly heapMiB: number;
  /** Object of the hooks. */
  readonly hooks: Uint8Array;
  /** Object of the runtime. */
  readonly runtime: Uint8Array;
  readonly memoryPages: number;
  /** The first address that is not the host's. */
  readonly globalBase: number;
}

/** What a program may have of both memories. */
export interface MemorySizes {
  /** Global memory. */
  readonly heapBytes: number;
  /** Memory of host code, whose addresses come before the device's. */
  readonly hostBytes: number;
}

/**
 * The smallest layout that was built ahead, or one made for this program where it asks for more than any.
 * @param mallocBytes - global memory beside the program's own, as far as the largest layout has it
 */
export function layoutFor(
  clang: Clang,
  assets: Assets,
  { heapBytes, hostBytes }: MemorySizes,
  mallocBytes: number,
): Layout {
  const { layouts } = assets.manifest;
  const largest = layouts.at(-1);
  if (!largest) throw new Error('the emulator has no layouts: it was not built');
  if (heapBytes > largest.heapMiB * MiB || hostBytes > ASSIGNMENT_LIMITS.hostMemoryMiB.max * MiB)
    return largeLayout(clang, assets, Math.ceil((heapBytes + mallocBytes) / MiB), Math.ceil(hostBytes / MiB));
  const built = layouts.find(({ heapMiB }) => heapMiB * MiB >= heapBytes + mallocBytes) ?? largest;
  const { heapMiB, hooks, runtime, memoryPages } = built;
  return { heapMiB, hooks: assets.file(hooks), runtime: assets.file(runtime), memoryPages, globalBase: LAYOUT.first };
}

/** Cells, which say who touched a word last, take four times the memory that they are about, and half a time for shapes. */
function largeLayout(clang: Clang, assets: Assets, heapMiB: number, hostMiB: number): Layout {
  const { sources, hooks, runtime, poolMiB } = assets.manifest.large;
  const { bytes, heap, pool, cells } = LAYOUT.onDemand;
  const fixedMiB = Math.ceil(bytes / MiB) + pool * poolMiB + heap * heapMiB;
  const firstMiB = hostMiB + PROGRAM_MEMORY.gapMiB;
  const cellsMiB = Math.floor((4096 - firstMiB - fixedMiB) / (8 * cells)) * 8;
  if (cellsMiB < 64) throw new Error(`no room for ${heapMiB} MiB of global memory beside ${hostMiB} MiB of the host`);
  const sizes = { FIRST_MIB: firstMiB, HEAP_MIB: heapMiB, CELLS_MIB: cellsMiB, POOL_MIB: poolMiB };
  const defines = Object.entries(sizes).map(([name, value]) => `-D${name}=${value}u`);
  const compile = (args: readonly string[]) =>
    tool(clang, ['clang', '-cc1', ...defines, ...args, '-o', '-'], assets.tree(sources));
  const usedMiB = firstMiB + fixedMiB + cells * cellsMiB;
  return {
    heapMiB,
    hooks: compile(hooks),
    runtime: compile(runtime),
    memoryPages: usedMiB * 16,
    globalBase: firstMiB * MiB,
  };
}
