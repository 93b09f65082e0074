import { describe, expect, it } from 'vitest';
import { Random } from '../../grader/spec/index.ts';
import { check, guardFinding, inputs } from './fixtures.ts';
import { fileOf, prairielearn } from './rendered.ts';

describe('PrairieLearn', () => {
  it('has a share of the points, and what each check gave', () => {
    const result = prairielearn(inputs['guard missing']);
    expect(result.score).toBeCloseTo(70 / 90, 12);
    expect(result.tests?.find(({ name }) => name === 'guards')).toMatchObject({ points: 0, max_points: 20 });
  });

  it('takes no attempt and no points for a fault of the machine', () => {
    const result = prairielearn(inputs.infrastructure);
    expect(result).toMatchObject({ gradable: false });
    expect(result).not.toHaveProperty('score');
  });

  it('shows the pictures of a visible case, within the megabyte that is read', () => {
    const input = inputs['wrong picture'];
    expect(prairielearn(input).images?.map(({ label }) => label)).toContain('out, expected (case photo)');
    // Noise does not compress.
    const random = new Random(1);
    const pixels = Uint8Array.from({ length: 3 << 20 }, () => random.integer(0, 255));
    const raster = { width: 1024, height: 1024, channels: 3 as const, pixels };
    const pictures = input.pictures && { ...input.pictures, images: [{ role: 'got' as const, raster }] };
    const large = fileOf({ ...input, pictures }, 'prairielearn');
    expect(large.length).toBeLessThan(1_000_000);
    expect(JSON.parse(large).images).toEqual([]);
  });

  it('stays within it whatever students wrote', () => {
    const base = inputs['guard missing'];
    const findings = Array.from({ length: 2000 }, (_, line) => ({
      ...guardFinding,
      line: line + 1,
      hint: 'é'.repeat(90),
    }));
    const result = { ...base.result, checks: base.result.checks.map(({ id }) => check(id, findings)) };
    expect(Buffer.byteLength(fileOf({ ...base, result }, 'prairielearn'))).toBeLessThan(1_000_000);
  });
});
