import { type AssignmentSpec, calibrationPath, parseCalibration } from '../../spec/index.ts';
import { aboutFile, errorsIn, type Folder, type Issue, readText } from './issue.ts';

export const CALIBRATION_FOLDER = 'calibration';

/** Each `calibration/<gpu>.json`: of the right form, of the assignment's tiers, and called as its GPU. */
export function lintCalibrations(folder: Folder, spec: Pick<AssignmentSpec, 'timing'>): Issue[] {
  return folder.list(CALIBRATION_FOLDER).flatMap((name): Issue[] => {
    const file = `${CALIBRATION_FOLDER}/${name}`;
    if (name.startsWith('.')) return [];
    if (!name.endsWith('.json')) {
      return [aboutFile(file, 'warning', { problem: 'this is no calibration', expected: 'calibration/<gpu>.json' })];
    }
    const read = readText(folder, file);
    if ('issue' in read) return [read.issue];
    const { calibration, problems } = parseCalibration(spec, read.text);
    const issues = errorsIn(file, problems);
    if (calibration === null) return issues;
    const wanted = calibrationPath(calibration.gpu);
    if (wanted !== file) {
      const problem = `a calibration of ${calibration.gpu} is looked for in another file`;
      issues.push(aboutFile(file, 'error', { problem, expected: wanted, found: file }));
    }
    const sizes = (dims: Readonly<Record<string, number>> | undefined) =>
      JSON.stringify(Object.entries(dims ?? {}).sort());
    if (sizes(calibration.dims) !== sizes(spec.timing?.dims)) {
      const problem = 'this was measured at another size than assignment.yaml times';
      issues.push(
        aboutFile(file, 'error', { problem, expected: 'it measured again', example: 'grade calibrate --write' }),
      );
    }
    return issues;
  });
}
