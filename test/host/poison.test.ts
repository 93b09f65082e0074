import { describe, expect, it } from 'vitest';
import { poisonBytes } from '../../grader/host/poison.ts';

describe('poisonBytes', () => {
  it.each(['f32', 'f64'] as const)('mixes NaN with numbers that no sum hides in %s outputs', (type) => {
    const bytes = poisonBytes(type, 8000, 5);
    const values = [...(type === 'f32' ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer))];
    const nan = values.filter(Number.isNaN).length / values.length;
    expect(nan).toBeGreaterThan(0.15);
    expect(nan).toBeLessThan(0.35);
    const finite = values.filter((value) => !Number.isNaN(value));
    expect(Math.min(...finite.map(Math.abs))).toBeGreaterThan(1e29);
    expect(finite.every(Number.isFinite)).toBe(true);
    expect(finite.some((value) => value < 0) && finite.some((value) => value > 0)).toBe(true);
  });

  it.each(['u8', 'i32', 'u32'] as const)('fills %s outputs with bytes of all values', (type) => {
    const bytes = poisonBytes(type, 16_384, 5);
    expect(new Set(bytes).size).toBe(256);
  });

  it('depends on its seed alone', () => {
    expect(poisonBytes('f32', 64, 1)).toEqual(poisonBytes('f32', 64, 1));
    expect(poisonBytes('u8', 64, 1)).not.toEqual(poisonBytes('u8', 64, 2));
  });

  it('leaves no element alone, whatever the length', () => {
    expect(poisonBytes('u8', 3, 1)).toHaveLength(3);
    expect(poisonBytes('f64', 0, 1)).toHaveLength(0);
  });
});
