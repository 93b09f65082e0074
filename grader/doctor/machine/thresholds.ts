import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { AssignmentError } from '../../platform/index.ts';
import { findAssignments, loadCalibration } from '../../spec/index.ts';
import { type Sight, sight } from './sight.ts';

/**
 * Looks for the calibrations that speed is judged by on a GPU: those of the assignments with points for speed.
 * @param gpu - as the driver names it; `null` if none was found
 * @param roots - folders of assignments; default: those of `GRADE_ASSIGNMENTS` and of the package
 */
export function lookAtThresholds(gpu: string | null, roots?: readonly string[]): Sight {
  if (gpu === null) return sight('thresholds', 'missing', words.thresholdsUnasked());
  const measured: string[] = [];
  const missing: string[] = [];
  for (const listing of findAssignments(roots)) {
    if (listing.status === 'broken' || (listing.assignment.spec.timing?.tiers ?? []).length === 0) continue;
    const { spec, folder } = listing.assignment;
    try {
      const found = loadCalibration(spec, gpu, (path) => readFileSync(join(folder, path)));
      (found ? measured : missing).push(listing.id);
    } catch (error) {
      if (!(error instanceof AssignmentError)) throw error;
      return sight('thresholds', 'broken', words.thresholdsBroken(listing.id, error.message));
    }
  }
  return missing.length === 0
    ? sight('thresholds', 'ok', words.thresholds(gpu, measured.length))
    : sight('thresholds', 'missing', words.thresholdsMissing(gpu, measured.length, missing));
}
