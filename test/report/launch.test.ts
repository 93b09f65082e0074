import { describe, expect, it } from 'vitest';
import { coverage } from '../../grader/host/plan/index.ts';
import { type Coverage, coverageSentence } from '../../grader/report/coverage.ts';
import { cellWords, drawLaunch } from '../../grader/report/drawing.ts';
import { planTable, planWords } from '../../grader/report/plan.ts';
import { refusedRun, run } from './fixtures.ts';

type Triple = readonly [number, number, number];

function laid(grid: Triple, block: Triple, shape: readonly number[], change: Partial<Coverage> = {}): Coverage {
  return {
    case: 'photo',
    kernel: 'gray',
    output: 'out',
    unit: 'pixel',
    status: 'ran',
    complete: false,
    laid: coverage({ grid, block }, shape),
    ...change,
  };
}

/** A picture of 150 rows and 225 columns, and a grid that has height in x. */
const CROSSWISE = [
  [10, 15, 1],
  [16, 16, 1],
  [150, 225],
] as const;

describe('the sentence about a launch', () => {
  it('counts threads and pixels, x before y', () => {
    const sentence = coverageSentence(laid([100, 67, 1], [16, 16, 1], [1066, 1600]));
    expect(sentence).toContain('your launch of `gray` covers 1,600 × 1,072 threads for 1,600 × 1,066 pixels of out');
    expect(sentence).toContain('9,600 threads have no pixel.');
  });

  it('counts a row as one number, and one as one', () => {
    const sentence = coverageSentence(laid([1, 1, 1], [8, 1, 1], [1, 9], { unit: 'element' }));
    expect(sentence).toContain('8 threads for 9 elements of out. 1 element has no thread of its own.');
  });

  it('says where the grid lies across the data', () => {
    const sentence = coverageSentence(laid(...CROSSWISE));
    expect(sentence).toContain('160 × 240 threads for 225 × 150 pixels');
    expect(sentence).toContain('The grid lies across the data');
    expect(coverageSentence(laid(...CROSSWISE, { complete: true }))).toContain('x seems to count rows');
  });

  it('does not blame a thread that takes several elements', () => {
    const sentence = coverageSentence(laid([4, 1, 1], [256, 1, 1], [150, 225], { complete: true }));
    expect(sentence).toContain('but all were written: a thread takes several');
  });

  it('says that a thread takes several elements if some are missing', () => {
    const sentence = coverageSentence(laid([4, 1, 1], [256, 1, 1], [150, 225], { several: true }));
    expect(sentence).toContain('32,726 pixels have no thread of their own: a thread takes several.');
  });

  it('says refused instead of covers', () => {
    const sentence = coverageSentence(laid([17, 1, 1], [2048, 1, 1], [150, 225], { status: 'refused' }));
    expect(sentence).toContain('failed, so none of its threads ran');
    expect(sentence).not.toContain('covers');
  });
});

describe('the drawing of a launch', () => {
  it('has x across and y down, and marks threads and data without partners', () => {
    const [drawing] = drawLaunch(laid(...CROSSWISE));
    // 225 x 240 elements at 320 / 240 a piece.
    const scale = 4 / 3;
    expect(drawing?.data).toEqual({ x: 0, y: 0, width: 225 * scale, height: 150 * scale });
    expect(drawing?.covered.width).toBeCloseTo(160 * scale, 1);
    expect(drawing?.covered.height).toBeCloseTo(150 * scale, 1);
    expect(drawing?.outside).toHaveLength(1);
    expect(drawing?.outside[0]?.y).toBeCloseTo(150 * scale, 1);
    expect(drawing?.outside[0]?.width).toBeCloseTo(160 * scale, 1);
    expect(drawing?.outside[0]?.height).toBeCloseTo(90 * scale, 1);
    expect(drawing?.caption).toContain('x across and y down');
  });

  it('turns a launch whose x counts rows', () => {
    const [drawing] = drawLaunch(laid(...CROSSWISE, { complete: true }));
    expect(drawing?.covered).toEqual(drawing?.data);
    expect(drawing?.caption).toContain('x down and y across');
  });

  it('draws a line at the edge of each block', () => {
    const [drawing] = drawLaunch(laid([3, 2, 1], [16, 16, 1], [32, 48]));
    expect(drawing?.blocks.match(/v/g)).toHaveLength(4);
    expect(drawing?.blocks.match(/h/g)).toHaveLength(3);
    expect(cellWords(drawing?.blocksPerCell ?? [0, 0])).toBe('one block');
  });

  it('enlarges an edge that would be too thin to see', () => {
    const drawings = drawLaunch(laid([132, 1, 1], [256, 1, 1], [150, 225]));
    expect(drawings).toHaveLength(2);
    expect(drawings[0]?.outside[0]?.width).toBeLessThan(2);
    // 42 threads of the last two blocks.
    expect(drawings[1]?.outside[0]?.width).toBeCloseTo((42 / 512) * 640, 0);
    expect(cellWords(drawings[0]?.blocksPerCell ?? [0, 0])).toBe('3 blocks');
  });

  it('shows elements beyond the last thread, enlarged as well', () => {
    const [, enlarged] = drawLaunch(laid([131, 1, 1], [256, 1, 1], [150, 225]));
    expect((enlarged?.data.width ?? 0) - (enlarged?.covered.width ?? 0)).toBeGreaterThan(100);
    expect(enlarged?.outside).toEqual([]);
  });

  it('does not draw what did not run, or what is empty', () => {
    expect(drawLaunch(laid(...CROSSWISE, { status: 'refused' }))).toEqual([]);
    expect(drawLaunch(laid([1, 1, 1], [8, 1, 1], [3, 0]))).toEqual([]);
  });

  it('draws no more lines than are distinguishable', () => {
    const [drawing] = drawLaunch(laid([60_000, 1, 1], [32, 1, 1], [60_000 * 32]));
    expect(drawing?.blocks.match(/v/g)?.length).toBeLessThan(52);
  });
});

describe('the launch plan', () => {
  const output = { shape: [150, 225], unit: 'pixel' } as const;

  it('has what each launch was given and what it covers', () => {
    expect(planWords(planTable('photo', run, output)).launches).toEqual([
      {
        kernel: 'gray',
        grid: '132',
        block: '256',
        shared: '512 bytes',
        covers: '33,792 threads for 33,750 pixels',
        status: 'ran',
        line: 10,
        times: '',
      },
    ]);
  });

  it('has allocations, copies and launches in order, repetitions once', () => {
    const { steps } = planWords(planTable('photo', run, output));
    expect(steps.map(({ what, size, times }) => `${what}${times}: ${size}`)).toEqual([
      'given: x (input): 101,250 bytes',
      'given: out (output): 33,750 bytes',
      'allocate allocation 1: 1 byte',
      'launch gray: –',
      'copy from allocation 1 to out: 1 byte',
      'free allocation 1: –',
      'wait for the device, 2 times: –',
    ]);
  });

  it('counts only threads if a block serves an element', () => {
    const [row] = planWords(planTable('photo', run, { ...output, isServedByBlocks: () => true })).launches;
    expect(row).toMatchObject({ covers: '33,792 threads' });
  });

  it('says of a refused launch that it covers nothing', () => {
    const [launch] = planWords(planTable('photo', refusedRun, output)).launches;
    expect(launch).toMatchObject({ block: '2,048', covers: 'nothing: the launch failed' });
  });

  it('tells a launch that failed later from one that was refused', () => {
    const failed = { ...refusedRun, apiErrors: refusedRun.apiErrors.map((error) => ({ ...error, reason: null })) };
    expect(planWords(planTable('photo', failed, output)).launches[0]?.covers).toBe('it did not finish');
  });

  it('names the memory of the submission by its variable', () => {
    const own = { step: 'alloc', buffer: 2, bytes: 4, label: 'allocation 1', role: 'student' } as const;
    const at = { file: 'mine.cu', line: 2, column: 3 };
    const told = (position: typeof at | null, source: string) => {
      const plan = {
        schemaVersion: 1 as const,
        steps: [
          { ...own, position },
          { step: 'free' as const, buffer: 2, position: at },
        ],
      };
      return planTable('photo', { ...run, plan }, output, { fileName: 'mine.cu', source }).steps.map(
        ({ what }) => what,
      );
    };
    expect(told(at, 'float* d_x;\n  cudaMalloc(&d_x, 4);\n')).toEqual(['allocate d_x', 'free d_x']);
    expect(told(at, 'float* d_x;\n  room(d_x);\n')).toEqual(['allocate allocation 1', 'free allocation 1']);
    expect(told(null, 'float* d_x;\n  cudaMalloc(&d_x, 4);\n')).toEqual(['allocate allocation 1', 'free allocation 1']);
  });

  it('counts the launches and steps that it leaves out', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ ...run.launches[0], kernel: `k${index}` }));
    const launches = many as unknown as typeof run.launches;
    const steps = many.map(({ kernel }, buffer) => ({
      step: 'alloc' as const,
      buffer,
      bytes: 4,
      label: kernel,
      role: 'student' as const,
    }));
    const words = planWords(planTable('photo', { ...run, launches, plan: { schemaVersion: 1, steps } }, output));
    expect(words.launches).toHaveLength(12);
    expect(words.moreLaunches).toBe('and 28 more launches');
    expect(words.moreSteps).toBe('and 16 more steps');
  });
});
