import { afterEach, describe, expect, it, vi } from 'vitest';
import { cores, idleCores, keepBusy, sharedCores } from '../../../grader/platform/threads/cores.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the processors', () => {
  it('are as many as GRADE_CORES says, where it says a number', () => {
    vi.stubEnv('GRADE_CORES', '');
    const own = cores();
    expect(own).toBeGreaterThanOrEqual(1);
    vi.stubEnv('GRADE_CORES', '3');
    expect(cores()).toBe(3);
    for (const nonsense of ['0', '-1', '1.5', 'all']) {
      vi.stubEnv('GRADE_CORES', nonsense);
      expect(cores()).toBe(own);
    }
  });

  it('are idle where no thread keeps them busy', () => {
    const first = sharedCores(4, 2);
    const second = { ...first, place: 1 };
    expect(idleCores(first)).toBe(4);
    keepBusy(first, 2);
    keepBusy(second, 1);
    expect(idleCores(second)).toBe(1);
    keepBusy(second, 3);
    expect(idleCores(first)).toBe(0);
    keepBusy(first, 0);
    expect(idleCores(first)).toBe(1);
  });
});
