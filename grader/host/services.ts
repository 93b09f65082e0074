import type { HostMemory } from './module/memory.ts';

/** What the host program has that the runtime uses. */
export interface HostServices {
  readonly memory: HostMemory;
  /** The program's own memory, from a multiple of `alignment` on. @returns 0 where there is no more */
  alloc(alignment: number, bytes: number): number;
  free(address: number): void;
  /** From now on the program tells before it uses these addresses (`host_access`), where it was compiled for that. */
  watch(address: number, bytes: number): void;
}
