import { describe, expect, it } from 'vitest';
import { makeReferences } from '../../grader/authoring/references.ts';
import { type Dims, makeCaseInputs } from '../../grader/spec/index.ts';
import { shipped } from './shipped.ts';

/** The exercises about what a block shares. */
const IDS = ['matmul-dynamic', 'reduction'] as const;

describe.each(IDS)('%s', (id) => {
  it('has the references that its simulator gives today, byte for byte', async () => {
    const { assignment, module, readFile } = await shipped(id);
    const { manifest, files } = await makeReferences(assignment, module);
    expect(JSON.parse(new TextDecoder().decode(readFile('reference/manifest.json')))).toMatchObject(manifest);
    for (const [name, bytes] of files) expect(Buffer.compare(readFile(`reference/${name}`), bytes), name).toBe(0);
  });
});

describe('matmul-dynamic', () => {
  it('has tiles of many widths up to 32, and judges technique on unusual ones', async () => {
    const { spec } = (await shipped('matmul-dynamic')).assignment;
    const widths = spec.cases.map(({ dims }) => dims['tile'] ?? 0);
    expect(new Set(widths).size).toBeGreaterThanOrEqual(6);
    expect([8, 16, 32]).not.toContain(widths.at(-1));
    const highest = spec.hidden.map(({ dims }) => dims['tile']?.[1] ?? 0);
    expect(Math.max(...widths, ...highest)).toBeLessThanOrEqual(32);
  });
});

describe('reduction', () => {
  const rowsOf = (x: ArrayLike<number>, { rows = 0, columns = 0 }: Dims): number[][] =>
    Array.from({ length: rows }, (_row, row) =>
      Array.from({ length: columns }, (_column, column) => x[row * columns + column] ?? Number.NaN),
    );

  it('has plain loops that agree with float64 arithmetic', async () => {
    const { assignment, module, readFile } = await shipped('reduction');
    for (const { name, dims, seed, files } of assignment.spec.cases) {
      const inputs = makeCaseInputs(assignment.spec, { dims, seed, files }, readFile);
      const rows = rowsOf(inputs['x'] ?? [], dims);
      const { sums, maxima } = module.expected(inputs, dims);
      expect(Array.from(maxima ?? []), name).toEqual(rows.map((row) => Math.max(...row)));
      const wanted = rows.map((row) => row.reduceRight((sum, value) => sum + value, 0));
      for (const [row, sum] of wanted.entries()) expect(sums?.[row], name).toBeCloseTo(sum, 9);
    }
  });

  it('has no number from which a maximum could begin by mistake', async () => {
    const { inputs } = (await shipped('reduction')).assignment.spec;
    expect(inputs['x']).toMatchObject({ max: expect.toSatisfy((max: number) => max < 0) });
  });
});
