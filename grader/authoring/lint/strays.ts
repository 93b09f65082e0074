import { type AssignmentSpec, REFERENCE_FOLDER, SPEC_FILE } from '../../spec/index.ts';
import { MANIFEST_PATH, SUBMISSIONS_FOLDER } from '../submissions.ts';
import { CALIBRATION_FOLDER } from './calibrations.ts';
import { HANDOUT_FILE, linksOf, localPath } from './handout.ts';
import { aboutFile, type Folder, type Issue, readText } from './issue.ts';
import { SCHEMA_FILES } from './schemas.ts';
import { SIMULATOR_FILE } from './simulator.ts';

export const STARTER_FILE = 'starter.cu';
export const BASELINE_FILE = 'baseline.cu';

/** What `grade mutate --write` writes. */
const OF_MUTATE = ['mutants.yaml', 'notes.md'];
/** What has its own lint. */
const OWN_FOLDERS = new Set([REFERENCE_FOLDER, CALIBRATION_FOLDER]);
const FREE = /^(?:\..*|readme(?:\..*)?|licen[cs]e(?:\..*)?|notice(?:\..*)?)$/i;

/** Files that nothing refers to: most often a name that is written wrong somewhere. */
export function lintStrays(folder: Folder, spec: AssignmentSpec): Issue[] {
  const handout = readText(folder, HANDOUT_FILE);
  const linked = 'text' in handout ? linksOf(handout.text).flatMap(({ target }) => localPath(target) ?? []) : [];
  const { timing, cases } = spec;
  const known = new Set([
    ...[SPEC_FILE, HANDOUT_FILE, STARTER_FILE, SIMULATOR_FILE, BASELINE_FILE, MANIFEST_PATH, ...OF_MUTATE],
    ...(timing ? [timing.baseline, timing.reference ?? timing.baseline] : []),
    ...(spec.entry.given ?? []),
    ...cases.flatMap(({ files = {} }) => Object.values(files)),
    ...linked,
    // The schemas that editors read, beside the files that they describe.
    SCHEMA_FILES.assignment,
    `${SUBMISSIONS_FOLDER}/${SCHEMA_FILES.manifest}`,
  ]);
  return below(folder, '')
    .filter((file) => !known.has(file))
    .map((file) => aboutFile(file, 'warning', { problem: 'nothing refers to this file' }));
}

function below(folder: Folder, under: string): string[] {
  return folder.list(under).flatMap((name) => {
    const path = under === '' ? name : `${under}/${name}`;
    if (FREE.test(name)) return [];
    if (folder.stat(path) !== 'folder') return [path];
    // A submission that its manifest does not name has its finding there.
    if (OWN_FOLDERS.has(path) || /^(?:accepted|slow|rejected)$/.test(path.slice(SUBMISSIONS_FOLDER.length + 1)))
      return [];
    return below(folder, path);
  });
}
