import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSubmissions, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST } from '../../grader/authoring/submissions.ts';
import { loadCalibration, resolveAssignment, thresholdsFor } from '../../grader/spec/index.ts';

const GPU = 'NVIDIA H200';
const MARGIN = 1.15;

describe.each(['grayscale', 'matmul-2d', 'matmul-tiled'])('the calibration of %s for an H200', (id) => {
  const { folder, spec } = resolveAssignment(id);
  const calibration = loadCalibration(spec, GPU, (path) => readFileSync(join(folder, path)));
  const path = join(folder, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST);
  const { accepted, slow } = parseSubmissions(readFileSync(path, 'utf8'), path);
  const thresholds = new Map(thresholdsFor(spec, calibration).map(({ name, minRatio }) => [name, minRatio]));
  const ratioOf = (file: string) => calibration?.measured.find((one) => one.file === file)?.ratio ?? Number.NaN;

  it('is of the timed size and of all tiers', () => {
    expect(calibration?.dims).toEqual(spec.timing?.dims);
    expect(calibration?.tiers.map(({ name }) => name)).toEqual(spec.timing?.tiers.map(({ name }) => name));
  });

  it.each(accepted)('lets $file reach the tier $tier with 15 % to spare', ({ file, tier = '' }) => {
    expect(ratioOf(`accepted/${file}`) / (thresholds.get(tier) ?? Number.NaN)).toBeGreaterThanOrEqual(MARGIN);
  });

  it.each(slow)('lets $file miss the tier $misses by as much', ({ file, misses }) => {
    expect((thresholds.get(misses) ?? Number.NaN) / ratioOf(`slow/${file}`)).toBeGreaterThanOrEqual(MARGIN);
  });

  it('has measured nothing that is gone', () => {
    const known = [...accepted.map(({ file }) => `accepted/${file}`), ...slow.map(({ file }) => `slow/${file}`)];
    expect(calibration?.measured.map(({ file }) => file)).toEqual(known);
  });
});
