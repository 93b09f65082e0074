import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { handoutFiles } from '../course/index.ts';
import { AssignmentError } from '../platform/index.ts';
import { type Assignment, REFERENCE_FOLDER, REFERENCE_MANIFEST, SPEC_FILE } from '../spec/index.ts';

/** A file of a package: its path there, with `/`, and its content or the file that has it. */
export type PackageEntry = { readonly path: string } & ({ readonly file: string } | { readonly content: string });

const SCHEMA_LINE = '# yaml-language-server: $schema=../../grader/spec/assignment.schema.json\n';

/**
 * Returns the files of an exercise that a student needs. Only what is named here is taken: a solution in another file
 * of the folder stays at home.
 * @throws AssignmentError if a file is missing
 */
export function studentFiles({ folder, spec }: Assignment): PackageEntry[] {
  const inputs = spec.cases.flatMap(({ files }) => Object.values(files ?? {}));
  const baseline = spec.timing?.baseline ?? 'baseline.cu';
  const references = [REFERENCE_MANIFEST, ...spec.cases.map(({ name }) => `${name}.bin`)];
  const names = [
    'handout.md',
    'starter.cu',
    ...inputs,
    ...(spec.entry.given ?? []),
    ...handoutFiles(folder).linked.keys(),
    ...existing(folder, [baseline, ...references.map((name) => `${REFERENCE_FOLDER}/${name}`)]),
    ...moduleFiles(folder),
  ];
  for (const name of names.filter((one) => isForStaff(one))) {
    throw new AssignmentError(`${spec.id} needs ${name}, which no student may have. Move the file to another folder.`);
  }
  for (const name of names.filter((one) => !isFile(join(folder, one)))) {
    throw new AssignmentError(`${join(folder, name)} is missing: students need it.`);
  }
  return [
    { path: SPEC_FILE, content: studentSpec(readFileSync(join(folder, SPEC_FILE), 'utf8')) },
    ...calibrations(folder),
    ...[...new Set(names)].map((name) => ({ path: name, file: join(folder, name) })),
  ];
}

/**
 * Returns a specification as students may read it: without hidden ranges, the solution's file, and comments.
 * @param text - of an `assignment.yaml` that is sound
 */
export function studentSpec(text: string): string {
  const data = parseDocument(text).toJS() as Record<string, unknown> & {
    hidden?: unknown[];
    timing?: { reference?: string; tiers?: { minReferenceRatio?: number }[] };
  };
  const { hidden, timing, ...rest } = data;
  // An empty list says that the course has cases that are not shown.
  if (hidden !== undefined && hidden.length > 0) rest.practice ??= [];
  if (timing === undefined) return SCHEMA_LINE + stringify(rest, { lineWidth: 0 });
  const { reference, tiers, ...others } = timing;
  const isSolution = reference?.startsWith('submissions/') === true;
  const kept = {
    ...others,
    ...(reference !== undefined && !isSolution && { reference }),
    // A tier that compares with the solution cannot be measured without it.
    ...(tiers && { tiers: isSolution ? tiers.filter((tier) => tier.minReferenceRatio === undefined) : tiers }),
  };
  return SCHEMA_LINE + stringify({ ...rest, timing: kept }, { lineWidth: 0 });
}

/** Returns the thresholds of each GPU, without the submissions that they were measured with. */
function calibrations(folder: string): PackageEntry[] {
  const place = join(folder, 'calibration');
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { measured: _, ...rest } = JSON.parse(readFileSync(join(place, name), 'utf8')) as Record<string, unknown>;
      return { path: `calibration/${name}`, content: `${JSON.stringify({ ...rest, measured: [] }, null, 2)}\n` };
    });
}

/** Returns `simulator.ts` and the files of the folder that it imports, one after the other. */
function moduleFiles(folder: string): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, asked = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      const path = relative(folder, join(folder, dirname(name), asked))
        .split(sep)
        .join('/');
      // The simulator itself comes from the program.
      if (path.startsWith('..')) continue;
      const file = [path, `${path}.ts`, path.replace(/\.js$/, '.ts')].find((one) => isFile(join(folder, one)));
      if (file !== undefined) add(posix.normalize(file));
    }
  };
  if (isFile(join(folder, 'simulator.ts'))) add('simulator.ts');
  return [...found];
}

function existing(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => isFile(join(folder, name)));
}

function isForStaff(name: string): boolean {
  return (
    /^submissions\/|^(mutants\.yaml|notes\.md)$/.test(posix.normalize(name)) || posix.normalize(name).startsWith('..')
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
