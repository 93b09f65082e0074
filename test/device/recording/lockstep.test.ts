import { describe, expect, it } from 'vitest';
import { TRACE_RECORD, TRACE_RECORD_BYTES } from '../../../grader/abi/index.ts';
import type { RecordingTables } from '../../../grader/compile/index.ts';
import {
  type BlockRecording,
  type BlockStep,
  inLockstep,
  type ThreadStep,
  textOf,
  threadSteps,
} from '../../../grader/device/recording/index.ts';

const position = (line: number) => ({ file: 'a.cu', line, column: 1 });
const TABLES: RecordingTables = {
  events: [
    { kind: 'step', position: position(3), function: 'k', isLoopHeader: false },
    { kind: 'value', variable: 0, offset: 0, bytes: 4 },
    { kind: 'step', position: position(4), function: 'k', isLoopHeader: true },
    { kind: 'access', access: 'write', bytes: 4, format: 'f32' },
    { kind: 'barrier', scope: 'block' },
    { kind: 'step', position: position(3), function: 'k', isLoopHeader: true },
    { kind: 'access', access: 'atomic', bytes: 4, format: 'i32', operation: 'add' },
    { kind: 'place', variable: 0 },
  ],
  variables: [
    {
      ...{ name: 'i', function: 'k', line: 3, bytes: 4, isParameter: false },
      parts: [{ path: '', offset: 0, format: 'i32' }],
    },
  ],
  arrays: [],
};
const [LINE, VALUE, NEXT, WRITE, BARRIER, AGAIN, ADD, PLACE] = [0, 1, 2, 3, 4, 5, 6, 7];

type Row = readonly [thread: number, event: number, address?: number, low?: bigint, high?: bigint];

function recordingOf(rows: readonly Row[]): BlockRecording {
  const bytes = new Uint8Array(rows.length * TRACE_RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, [thread, event, address = 0, low = 0n, high = 0n]] of rows.entries()) {
    const at = index * TRACE_RECORD_BYTES;
    view.setUint32(at + TRACE_RECORD.thread, thread, true);
    view.setUint32(at + TRACE_RECORD.event, event, true);
    view.setBigUint64(at + TRACE_RECORD.address, BigInt(address), true);
    view.setBigUint64(at + TRACE_RECORD.low, low, true);
    view.setBigUint64(at + TRACE_RECORD.high, high, true);
  }
  return {
    ...{ kernel: 'k', launch: 0, grid: [1, 1, 1], block: [64, 1, 1], at: [0, 0, 0], rows: bytes, dropped: 0 },
    ...{ isCut: false, fault: null, tables: TABLES },
    memory: [{ name: 'out', space: 'global', role: 'output', address: 1000, bytes: 16, before: null, written: null }],
  };
}

const ONE = BigInt(0x3f800000);

describe('threadSteps', () => {
  it('gives each line its values and its accesses', () => {
    const steps = threadSteps(
      recordingOf([
        [5, LINE],
        [5, VALUE, 0, 7n],
        [5, NEXT],
        [5, WRITE, 1004, ONE],
      ]),
    ).get(5);
    expect(steps?.map(({ place, values, accesses }) => ({ place, values, accesses }))).toEqual([
      { place: LINE, values: [{ variable: 0, part: 0, text: '7' }], accesses: [] },
      {
        place: NEXT,
        values: [],
        accesses: [{ access: 'write', memory: 0, offset: 4, bytes: 4, format: 'f32', values: ['1'] }],
      },
    ]);
  });

  it('merges the line of a loop that begins again into the step before', () => {
    const steps = threadSteps(
      recordingOf([
        [0, LINE],
        [0, AGAIN],
        [0, VALUE, 0, 1n],
      ]),
    ).get(0);
    expect(steps?.map(({ place, values }) => [place, values.length])).toEqual([[LINE, 1]]);
  });

  it('begins another step of the same line after a barrier', () => {
    const steps = threadSteps(
      recordingOf([
        [0, LINE],
        [0, BARRIER],
        [0, VALUE, 0, 1n],
      ]),
    ).get(0);
    expect(steps?.map(({ place, waitsFor, values }) => [place, waitsFor, values.length])).toEqual([
      [LINE, 'block', 0],
      [LINE, null, 1],
    ]);
  });

  it('gives the first line the parameters, and a variable what was written before its place', () => {
    const steps = threadSteps(
      recordingOf([
        [0, VALUE, 0, 9n],
        [0, LINE],
        [0, WRITE, 90_000, 4n],
        [0, PLACE, 90_000],
      ]),
    ).get(0);
    expect(steps?.flatMap(({ values }) => values.map(({ text }) => text))).toEqual(['9', '4']);
  });

  it('keeps an access past the end of an array, and computes atomic results', () => {
    const steps = threadSteps(
      recordingOf([
        [0, LINE],
        [0, WRITE, 1016, ONE],
        [0, ADD, 1000, 5n, BigInt(0xffffffff)],
      ]),
    ).get(0);
    expect(steps?.[0]?.accesses.map(({ offset, values }) => [offset, values])).toEqual([
      [16, ['1']],
      [0, ['4']],
    ]);
  });
});

describe('inLockstep', () => {
  const step = (place: number, waitsFor: ThreadStep['waitsFor'] = null): ThreadStep => ({
    ...{ place, accesses: [], values: [], waitsFor, lastRow: 0 },
  });
  const shown = (steps: readonly BlockStep[]) =>
    steps.map((each) =>
      each.kind === 'barrier' ? `barrier ${each.threads}` : `${each.place}:${[...each.lanes.keys()]}`,
    );

  it('runs lanes together, and lets those that left out a branch wait', () => {
    const threads = new Map([
      [0, [step(1), step(2), step(3)]],
      [1, [step(1), step(3)]],
    ]);
    expect(shown(inLockstep(threads))).toEqual(['1:0,1', '2:0', '3:0,1']);
  });

  it('lets lanes that leave a loop early wait for the others', () => {
    const threads = new Map([
      [0, [step(1), step(2), step(1), step(5)]],
      [1, [step(1), step(5)]],
    ]);
    expect(shown(inLockstep(threads))).toEqual(['1:0,1', '2:0', '1:0', '5:0,1']);
  });

  it('joins the warps of a block at a barrier', () => {
    const threads = new Map([
      [0, [step(1, 'block'), step(2)]],
      [32, [step(1, 'block'), step(2)]],
    ]);
    expect(shown(inLockstep(threads))).toEqual(['1:0', '1:0', 'barrier 2', '2:0', '2:0']);
  });

  it('ends if some threads wait in vain', () => {
    const threads = new Map([
      [0, [step(1, 'block')]],
      [1, [step(3)]],
    ]);
    expect(shown(inLockstep(threads))).toEqual(['1:0', '3:1', 'barrier 1']);
  });

  it('joins lanes at a warp function', () => {
    const threads = new Map([
      [0, [step(4, 'warp'), step(5)]],
      [1, [step(2), step(4, 'warp'), step(5)]],
    ]);
    expect(shown(inLockstep(threads))).toEqual(['2:1', '4:0,1', '5:0,1']);
  });
});

describe('textOf', () => {
  const view = (write: (view: DataView) => void) => {
    const made = new DataView(new ArrayBuffer(8));
    write(made);
    return made;
  };

  it.each([
    ['f32', (made: DataView) => made.setFloat32(0, 0.1, true), '0.1'],
    ['f32', (made: DataView) => made.setFloat32(0, Number.NaN, true), 'NaN'],
    ['f32', (made: DataView) => made.setFloat32(0, -0, true), '-0'],
    ['f16', (made: DataView) => made.setUint16(0, 0x3c00, true), '1'],
    ['f16', (made: DataView) => made.setUint16(0, 0x2e66, true), '0.1'],
    ['i32', (made: DataView) => made.setInt32(0, -3, true), '-3'],
    ['u32', (made: DataView) => made.setInt32(0, -1, true), '4294967295'],
    ['i64', (made: DataView) => made.setBigInt64(0, -1n, true), '-1'],
    ['bool', (made: DataView) => made.setUint8(0, 1), 'true'],
    ['pointer', (made: DataView) => made.setBigUint64(0, 255n, true), '0xff'],
  ] as const)('writes %s as short as possible', (format, write, text) => {
    expect(textOf(view(write), 0, format)).toBe(text);
  });
});
