import { describe, expect, it } from 'vitest';
import { parseSubmissions, tierOf } from '../../grader/authoring/submissions.ts';
import { flawsOfCalibration } from '../../grader/authoring/validate/index.ts';
import { loadCalibration } from '../../grader/spec/index.ts';
import { CALIBRATED, shipped } from './shipped.ts';

const GPU = 'NVIDIA H200';

describe.each(CALIBRATED)('the calibration of %s for an H200', (id) => {
  it('covers the timed size, all tiers and every example, with a 15 % margin', async () => {
    const { assignment, readFile } = await shipped(id);
    const calibration = loadCalibration(assignment.spec, GPU, readFile);
    const manifest = 'submissions/manifest.yaml';
    const examples = parseSubmissions(new TextDecoder().decode(readFile(manifest)), manifest);
    if (!calibration) throw new Error(`${id} is not calibrated for an ${GPU}`);
    expect(calibration.tiers.map(({ name }) => name)).toEqual(assignment.spec.timing?.tiers.map(({ name }) => name));
    const timed = examples.accepted.filter((entry) => tierOf(entry, 'fast') !== undefined);
    expect(calibration.measured).toHaveLength(timed.length + examples.slow.length);
    expect(flawsOfCalibration({ assignment, examples }, calibration, 'calibration').flaws).toEqual([]);
  });
});
