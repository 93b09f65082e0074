import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageData } from '../../../grader/report/trace-page/data.ts';
import { launch, type SimulatorModule, type Thread } from '../../../grader/simulator/index.ts';
import { trace, UNGUARDED } from './traced.ts';

const dataOf = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('what is recorded of a simulation', () => {
  it('has every step of the small example, and the arrays with their values', async () => {
    const { recording, html } = await trace('matmul-tiled');
    const { steps, arrays, launches } = dataOf(html);
    expect(recording.leftOut).toBeNull();
    expect(launches).toMatchObject([{ kernel: 'matmulTiledKernel', grid: { x: 2, y: 1 }, block: { x: 3, y: 3 } }]);
    expect(arrays.map(({ name, role, space, extents }) => [name, role, space, extents])).toEqual([
      ['m', 'input', 'global', [3, 4]],
      ['n', 'input', 'global', [4, 5]],
      ['out', 'output', 'global', [3, 5]],
      ['mTile', 'other', 'shared', [3, 3]],
      ['nTile', 'other', 'shared', [3, 3]],
    ]);
    expect(arrays[0]?.values).toHaveLength(12);
    expect(steps.filter(([kind]) => kind === 'barrier')).toHaveLength(8);
    // 15 elements of the result, and 2 tiles of 9 elements twice in each of 2 blocks.
    expect(steps.filter(([kind]) => kind === 'store')).toHaveLength(15 + 2 * 9 * 2 * 2);
    expect(steps.at(-1)).toEqual(['end', 2, 18]);
  });

  it('has whole blocks if it is too much, and the text covers all', async () => {
    const { recording, html } = await trace('grayscale', { limit: 80 });
    expect(recording.leftOut).toEqual({ blocks: 2, ofBlocks: 4, partial: false });
    expect(recording.steps.at(-1)).toEqual({ step: 'block-end' });
    expect(recording.text).toMatch(/16 threads in 4 blocks: guard 15 yes, 1 no/);
    expect(html).toMatch(
      /This page shows the first 2 of 4 blocks, \d+ steps; a complete trace is too large for a page\./,
    );
  });

  it('is a part of the first block where that alone is too much', async () => {
    const { recording, html } = await trace('matmul-2d', { caseName: 'large', limit: 500 });
    expect(recording.leftOut).toEqual({ blocks: 63, ofBlocks: 63, partial: true });
    expect(recording.steps).toHaveLength(500);
    expect(html).toMatch(/only a part of the first block/);
    // m of 129 × 67 is not written down whole: what the steps touch is in them.
    expect(dataOf(html).arrays[0]).toMatchObject({ name: 'm', extents: [129, 67], values: [] });
  });

  it('ends with what went wrong', async () => {
    const { html } = await trace('grayscale', { module: UNGUARDED });
    const { steps } = dataOf(html);
    expect(steps.at(-1)?.[0]).toBe('error');
    expect(steps.at(-1)?.[1]).toMatch(/x\[\d+\] does not exist/);
    expect(html).toMatch(/It goes wrong\..*does not exist/s);
  });
});

describe('the page', () => {
  it('is the same for the same simulation', async () => {
    expect((await trace('matmul-2d')).html).toBe((await trace('matmul-2d')).html);
  });

  it('allows its own style and script, and nothing else', async () => {
    const { html } = await trace('matmul-2d');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const hash = (text = ''): string => createHash('sha256').update(text).digest('base64');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash(/<style>(.*?)<\/style>/s.exec(html)?.[1])}'`);
    expect(policy).toContain(`script-src 'sha256-${hash(/<script>(.*?)<\/script>/s.exec(html)?.[1])}'`);
    expect(html).not.toMatch(/(src|href)="/);
  });

  it('cannot be broken by what a simulator calls its values', async () => {
    const hostile = '</script><script>alert(1)</script>\u202e';
    const simulate: SimulatorModule['simulate'] = (_, dims, { trace: listener } = {}) => {
      const kernel = ({ watch }: Thread): void => watch({ [hostile]: 1 });
      launch(kernel, 1, 1, [], { trace: listener });
      return { out: new Uint8Array((dims.height ?? 0) * (dims.width ?? 0)) };
    };
    const { html } = await trace('grayscale', { module: { ...UNGUARDED, simulate } });
    expect(dataOf(html).steps).toContainEqual(['watch', [[expect.stringContaining('alert(1)'), '1']]]);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('\u202e');
  });
});
