import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSimulator } from '../../grader/simulator/file/index.ts';
import { shipped } from '../assignments/shipped.ts';

const scratch = mkdtempSync(join(tmpdir(), 'grade-simulator-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const EDITED = `import { launch } from '../../grader/simulator/index.ts';
export const simulate = () => ({ out: [typeof launch] });
export const expected = () => ({ out: [7] });
`;

/** An assignment that ships, with its sources in another folder. */
async function edited(seconds: number) {
  const path = join(scratch, 'simulator.ts');
  writeFileSync(path, EDITED);
  utimesSync(path, seconds, seconds);
  const { assignment } = await shipped('grayscale');
  return loadSimulator({ ...assignment, folder: scratch, shipped: true });
}

describe('the simulator of an assignment that ships', () => {
  it('is the compiled one of the package if its source is not newer', async () => {
    const module = await edited(1000);
    const { out } = module.expected({ x: new Uint8Array([10, 20, 30]) }, { height: 1, width: 1 });
    expect(out?.[0]).toBeCloseTo(18.149, 10);
  });

  it('is its source if it was edited since, so that no build is needed', async () => {
    const module = await edited(Date.now() / 1000 + 60);
    expect(module.expected({}, {})).toEqual({ out: [7] });
    expect(module.simulate({}, {}, {})).toEqual({ out: ['function'] });
  });
});
