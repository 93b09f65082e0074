/** What a program does to the worker of cursed-worker.ts, by the size of its global memory. */
export const CURSES = { dies: 1 << 21, throws: 1 << 22, fillsMemory: 1 << 23 } as const;
