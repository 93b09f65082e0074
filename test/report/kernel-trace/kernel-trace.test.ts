import { describe, expect, it } from 'vitest';
import type { DeviceFault } from '../../../grader/device/index.ts';
import { renderKernelTrace, shownFault, threadText, traceData } from '../../../grader/report/kernel-trace/index.ts';
import { recordingOf } from './recording.ts';

const {
  recording: RECORDING,
  steps: STEPS,
  sources: SOURCES,
  line,
  own,
  write,
} = recordingOf('', { kernel: 'k', file: 'k.cu', variable: 'i', array: 'tile', output: 'out' });
const OPENED = { step: 2, thread: 0 };
const DATA = traceData(RECORDING, STEPS, { opened: OPENED, formats: new Map(), shapes: {} });

const position = (row: number) => ({ file: 'k.cu', line: row, column: 1 });
const RACE: DeviceFault = {
  ...{ rule: 'shared-race', kernel: 'k', launch: 0, count: 1, bytes: 4, detail: null },
  at: { block: [1, 0, 0], thread: [0, 0, 0], position: position(2), access: 'write' },
  other: { block: [1, 0, 0], thread: [1, 0, 0], position: position(3), access: 'read' },
  buffer: { label: 'tile', role: 'shared', bytes: 16, offset: 12 },
};

describe('threadText', () => {
  it('prints the lines of a thread with its variables and accesses', () => {
    expect(threadText(DATA, SOURCES, 0).split('\n')).toEqual([
      '   2  tile[1][1] = 1.5f;    [step 0, 2 lanes]',
      '        i = 32',
      '        writes tile[1][1] = 1.5',
      '   —  2 threads of the block have reached the barrier. Each thread now sees the writes of the others.',
      '   3  out[1] = 1.5f;    [step 2, 2 lanes]',
      '        writes out[1] = 1.5',
      '        writes out[4] = 1.5, outside of the array',
      '   2  tile[1][1] = 1.5f;    [step 3, 1 lane]',
      '        writes tile[1][1] = 1.5',
      '',
    ]);
  });
});

describe('shownFault', () => {
  it('pairs the two ends of a race that no barrier is between', () => {
    expect(shownFault(RECORDING, STEPS, RACE)).toEqual({ at: { step: 3, thread: 0 }, other: { step: 2, thread: 1 } });
  });

  it.each([
    ['the thread', { at: { ...RACE.at, thread: [2, 0, 0] } }],
    ['the line', { at: { ...RACE.at, position: position(4) } }],
    ['the block', { at: { ...RACE.at, block: [0, 0, 0] } }],
    ['the element', { buffer: { label: 'tile', role: 'shared', bytes: 16, offset: 8 } }],
  ] as const)('shows nothing if %s is another one', (_, change) => {
    expect(shownFault(RECORDING, STEPS, { ...RACE, ...change })).toBeNull();
  });
});

describe('traceData', () => {
  it('leaves out steps far from the opened one, and keeps their effects', () => {
    const long = Array.from({ length: 20_000 }, (_, index) =>
      line(0, [[0, own(0, { values: [{ variable: 0, part: 0, text: String(index) }], accesses: [write(0, 8)] })]]),
    );
    const opened = { step: 15_000, thread: 0 };
    const data = traceData(RECORDING, long, { opened, formats: new Map(), shapes: {} });
    expect(data.steps.length).toBeLessThanOrEqual(6000);
    expect(data.skipped).toBeGreaterThan(10_000);
    expect(data.known).toEqual([[0, 0, 0, String(data.skipped - 1)]]);
    expect(data.memory[0]?.values).toEqual({ 0: null, 1: null, 2: '1.5', 3: null });
    expect(data.isCut).toBe(true);
  });
});

describe('renderKernelTrace', () => {
  const html = renderKernelTrace({
    ...{ title: '<b>', about: 'k: block 1', kernel: 'k', block: [32, 1, 1], data: DATA, sources: SOURCES },
    ...{ opened: OPENED, other: null, finding: { text: 'shared-race', isShown: true, accesses: [] } },
  });

  it('is one file that refers to nothing else, with the source and the steps', () => {
    expect(html).toContain('data-line="2"');
    expect(html).toContain('&lt;b&gt;: k step by step');
    expect(html).not.toMatch(/(?:src|href)="/);
    const [, json = ''] = /id="data">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ opened: OPENED, isFinding: true, warp: 0, block: [32, 1, 1] });
  });
});
