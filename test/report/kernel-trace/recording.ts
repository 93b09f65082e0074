import type { BlockRecording, BlockStep, ThreadStep } from '../../../grader/device/recording/index.ts';

/** Returns a recorded block whose names are all `text`, for a page that must not take them for markup. */
export function recordingOf(
  text: string,
  name = { kernel: text, file: text, variable: text, array: text, output: text },
) {
  const step = (line: number) => ({
    kind: 'step' as const,
    position: { file: name.file, line, column: 1 },
    function: name.kernel,
    isLoopHeader: false,
  });
  const recording: BlockRecording = {
    ...{
      kernel: name.kernel,
      launch: 0,
      grid: [2, 1, 1],
      block: [32, 1, 1],
      at: [1, 0, 0],
      dropped: 0,
      isCut: false,
      fault: null,
    },
    rows: new Uint8Array(0),
    tables: {
      events: [step(2), step(3)],
      variables: [
        {
          ...{ name: name.variable, function: name.kernel, line: 2, bytes: 4, isParameter: false },
          parts: [{ path: '', offset: 0, format: 'i32' }],
        },
      ],
      arrays: [{ name: name.array, extents: [2, 2], format: 'f32' }],
    },
    memory: [
      {
        ...{ name: name.output, space: 'global', role: 'output', address: 256, bytes: 16 },
        before: new Uint8Array(16),
        written: new Uint8Array(16),
      },
      { name: name.array, space: 'shared', role: null, address: 1024, bytes: 16, before: null, written: null },
    ],
  };
  const write = (memory: number, offset: number, access: 'read' | 'write' = 'write') =>
    ({ access, memory, offset, bytes: 4, format: 'f32', values: ['1.5'] }) as const;
  const own = (place: number, rest: Partial<ThreadStep> = {}): ThreadStep => ({
    ...{ place, accesses: [], values: [], waitsFor: null, lastRow: 0 },
    ...rest,
  });
  const line = (place: number, lanes: readonly (readonly [number, ThreadStep])[]): BlockStep => ({
    ...{ kind: 'line', warp: 0, place },
    lanes: new Map(lanes),
  });
  const steps: readonly BlockStep[] = [
    line(0, [
      [0, own(0, { values: [{ variable: 0, part: 0, text: '32' }], accesses: [write(1, 12)] })],
      [1, own(0)],
    ]),
    { kind: 'barrier', scope: 'block', threads: 2 },
    line(1, [
      [0, own(1, { accesses: [write(0, 4), write(0, 16)] })],
      [1, own(1, { accesses: [write(1, 12, 'read')] })],
    ]),
    line(0, [[0, own(0, { accesses: [write(1, 12)] })]]),
  ];
  const sources = new Map([[name.file, ['__global__ void k() {', '  tile[1][1] = 1.5f;', '  out[1] = 1.5f;', '}']]]);
  return { recording, steps, sources, line, own, write };
}
