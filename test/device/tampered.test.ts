import { describe, expect, it } from 'vitest';
import { ABI_VERSION, FAULT, FAULT_BYTES, NO_SITE, PIECE_LINK_BYTES } from '../../grader/abi/index.ts';
import { Control } from '../../grader/device/emulator/control.ts';
import { type FaultContext, readFaults } from '../../grader/device/emulator/faults.ts';
import type { Machine } from '../../grader/device/emulator/machine.ts';
import { launchesOf } from '../../grader/device/emulator/nested/records.ts';
import { TamperedRecord } from '../../grader/device/index.ts';

const [FAULTS, PIECE, CONTROL] = [4096, 65_536, 1024] as const;

/** Memory with words from an address on. */
function memoryWith(address: number, words: readonly number[]): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: 4 });
  new Uint32Array(memory.buffer, address, words.length).set(words);
  return memory;
}

const GRID = { kernel: 'k', grid: [2, 1, 1], block: [32, 1, 1], firstBlock: 0, launch: 0, parent: null } as const;
const CONTEXT = {
  program: { sites: [{ position: null, kind: 'load', function: 'k', variable: null }], sharedArrays: [] },
  heap: { nearest: () => null },
  deviceHeap: { nearest: () => null },
  ...{ kernel: 'k', launch: 0, grid: GRID.grid, block: GRID.block, place: GRID, grids: [GRID] },
  shared: { address: 0, bytes: 0, dynamicOffset: 0, dynamicBytes: 0 },
  ...{ hostArgument: false, variables: [] },
} as unknown as FaultContext;
type Row = Partial<Record<keyof typeof FAULT, number>>;
const RIGHT: Row = { rule: 1, otherSite: NO_SITE, bytes: 4, thread: 31, block: 1, count: 3 };

describe('a fault', () => {
  const read = (row: Row) => {
    const words = new Array<number>(FAULT_BYTES / 4).fill(0);
    for (const [field, value] of Object.entries(row)) words[FAULT[field as keyof Row] / 4] = value;
    return readFaults(FAULTS, 1, { ...CONTEXT, memory: memoryWith(FAULTS, words) });
  };

  it('is read if the runtime can have written it', () => {
    expect(read(RIGHT)).toMatchObject([{ rule: 'out-of-bounds-read', count: 3, at: { thread: [31, 0, 0] } }]);
  });

  it.each([
    ['rule', 99],
    ['detail', 99],
    ['site', 1],
    ['access', 7],
    ['thread', 32],
    ['block', 2],
  ] as const)('is refused with a wrong %s', (field, value) => {
    expect(() => read({ ...RIGHT, [field]: value })).toThrow(TamperedRecord);
  });
});

describe('the control table', () => {
  const open = (memory: WebAssembly.Memory) => new Control(memory, CONTROL);

  it.each([0, ABI_VERSION - 1, 0x454d553a])('refuses a module of another version: %d', (version) => {
    expect(() => open(memoryWith(CONTROL, [version]))).toThrow(/^the device module was built for ABI [0-9a-f]{8}, and/);
  });

  it('keeps the addresses that the module set when it was opened', () => {
    const memory = memoryWith(CONTROL, [ABI_VERSION, 0x2000, 0x1000]);
    const control = open(memory);
    new Uint32Array(memory.buffer, CONTROL, 3).set([ABI_VERSION, 0xffff_fff0, 0xffff_fff0]);
    expect([control.get('heap'), control.get('heapBytes')]).toEqual([0x2000, 0x1000]);
  });

  it.each(['faultCount', 'printBytes'] as const)('refuses more than there can be: %s', (field) => {
    const control = open(memoryWith(CONTROL, [ABI_VERSION]));
    control.set(field, 0xffff_ffff);
    expect(() => control.get(field)).toThrow(TamperedRecord);
  });

  it.each([0xffff_fff0, 262_140, 8193])('refuses a table that is not in memory, or not aligned: %d', (address) => {
    const control = open(memoryWith(CONTROL, [ABI_VERSION]));
    control.set('siteCounters', address);
    expect(() => control.table('siteCounters', 64, 8)).toThrow(TamperedRecord);
  });
});

describe('the records of launches by kernels', () => {
  // bytes, kernel, site, grid, block, shared, stream, argument bytes, thread, block, limits, generation, handover
  const RECORD = [80, 0, 0, 1, 1, 1, 32, 1, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0];
  const read = (record: readonly number[], count = 1, link = 0) => {
    const memory = memoryWith(PIECE, [link, ...new Array(PIECE_LINK_BYTES / 4 - 1).fill(0), ...record, 0]);
    const fields: Readonly<Record<string, number>> = { launchCount: count, launches: PIECE };
    const machine = {
      control: { get: (field: string) => fields[field] ?? 0 },
      view: () => new DataView(memory.buffer),
      bytes: (address: number, bytes: number) => new Uint8Array(memory.buffer, address, bytes),
    } as unknown as Machine;
    return launchesOf(machine, { kernels: 1, sites: 1, blocks: 1 });
  };

  it('are read if the runtime can have written them', () => {
    expect(read(RECORD)).toMatchObject([{ kernel: 0, thread: 5, block: [32, 1, 1] }]);
  });

  it('are refused if their list leads in a circle', () => {
    expect(() => read(RECORD, 1_000_000, PIECE)).toThrow(TamperedRecord);
  });

  it.each([
    ['length', 0, 40],
    ['length', 0, 65_536],
    ['kernel', 1, 1],
    ['site', 2, 1],
    ['grid', 4, 0x10000],
    ['block', 6, 1025],
    ['shared memory', 9, 0xffff_ffff],
    ['size of arguments', 11, 4],
    ['thread', 12, 1024],
    ['launching block', 13, 1],
  ])('are refused with a wrong %s', (_, index, value) => {
    expect(() => read(RECORD.map((word, at) => (at === index ? value : word)))).toThrow(TamperedRecord);
  });
});
