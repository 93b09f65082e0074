import { describe, expect, it } from 'vitest';
import {
  type Barrier,
  ceilDiv,
  launch,
  type Thread,
  type TraceEvent,
  TraceRenderer,
  type TraceView,
} from '../../grader/simulator/index.ts';

function covering({ blockIdx, blockDim, threadIdx, guard, watch }: Thread, n: number): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  guard(i < n, 'i < n');
}

function textOf(n: number, block: number, view: TraceView = {}): string {
  let text = '';
  const trace = new TraceRenderer((lines) => {
    text += lines;
  }, view);
  launch(covering, ceilDiv(n, block), block, [n], { trace });
  return text;
}

describe('the steps of a launch', () => {
  function* meeting({ threadIdx, shared, syncthreads }: Thread): Generator<Barrier, void, void> {
    const tile = shared.array('tile', Float32Array, 1, 3);
    if (threadIdx.x < 2) tile.store(0, threadIdx.x, threadIdx.x + 0.5);
    yield syncthreads('half is there');
  }

  function stepsOf(detail: 'launches' | 'threads' | 'accesses'): TraceEvent[] {
    const events: TraceEvent[] = [];
    launch(meeting, 1, 2, [], { trace: { detail, onStep: (event) => void events.push(event) } });
    return events;
  }

  it('come in the order in which things happen', () => {
    expect(stepsOf('threads').map(({ step }) => step)).toEqual([
      ...['launch', 'block', 'thread', 'wait', 'thread', 'wait', 'barrier'],
      ...['thread', 'exit', 'thread', 'exit', 'block-end', 'end'],
    ]);
  });

  it('are as many as were asked for', () => {
    expect(stepsOf('launches').map(({ step }) => step)).toEqual(['launch', 'end']);
    const accesses = stepsOf('accesses').filter(({ step }) => step === 'access');
    expect(accesses).toHaveLength(2);
    expect(accesses[1]).toMatchObject({ access: 'store', space: 'shared', array: 'tile', index: [0, 1], value: 1.5 });
  });

  it('show what the tiles hold at a barrier, and what was not stored', () => {
    expect(stepsOf('threads').find(({ step }) => step === 'barrier')).toEqual({
      step: 'barrier',
      what: 'half is there',
      tiles: [{ name: 'tile', extents: [1, 3], values: [0.5, 1.5, null] }],
    });
  });
});

describe('the trace as text', () => {
  it('tells each thread, its values and its guard', () => {
    expect(textOf(3, 2)).toBe(
      [
        'covering: 2 blocks of 2 threads: 4 threads',
        '',
        'block 0',
        '  thread 0   i = 0   i < n: yes',
        '  thread 1   i = 1   i < n: yes',
        '',
        'block 1',
        '  thread 0   i = 2   i < n: yes',
        '  thread 1   i = 3   i < n: no',
        '',
        '4 threads in 2 blocks: guard 3 yes, 1 no',
        '',
      ].join('\n'),
    );
  });

  it('leaves out similar threads and blocks, but not if the guard changes', () => {
    const text = textOf(2450, 256);
    expect(text).toMatch(/block 0\n(.*\n){3} {2}… 250 threads like the one above/);
    expect(text).toMatch(/\nblocks 1 to 8: guard 256 yes in each\n/);
    expect(text).toMatch(/thread 145 +i = 2449 +i < n: yes\n {2}thread 146 +i = 2450 +i < n: no\n/);
    expect(text.split('\n').length).toBeLessThan(40);
  });

  it('leaves nothing out where all is asked for', () => {
    expect(textOf(2450, 256, { full: true }).match(/thread \d/g)).toHaveLength(2560);
  });

  it('draws tiles, once if they stay the same, and accesses on request', () => {
    function* kernel({ threadIdx, shared, syncthreads }: Thread): Generator<Barrier, void, void> {
      const tile = shared.array('tile', Float32Array, 2, 2);
      tile.store(threadIdx.y, threadIdx.x, threadIdx.x - 0.25);
      yield syncthreads('filled');
      yield syncthreads('used');
    }
    let text = '';
    const trace = new TraceRenderer(
      (lines) => {
        text += lines;
      },
      { accesses: true },
    );
    launch(kernel, 1, [2, 2], [], { trace });
    expect(text).toContain('  thread (1, 0)\n      store tile[0][1] = 0.750\n');
    expect(text).toContain(
      '── barrier: filled (all 4 threads are here)\n     tile[2][2]\n     -0.250   0.750\n     -0.250   0.750\n',
    );
    expect(text).toContain('── barrier: used (all 4 threads are here)\n\n4 threads in 1 block');
  });
});
