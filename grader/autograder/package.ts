import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordOpenGrade } from '../explain/index.ts';
import { InfrastructureError, packageRoot } from '../platform/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { ArchiveEntry } from './archive.ts';
import { type InstalledPackage, installedPackages } from './installed.ts';
import { SECRET_FILE, SETTINGS_FILE, type Settings } from './layout.ts';

export interface AutograderParts {
  readonly assignment: Assignment;
  /** The course's secret, from which hidden cases follow; null: each submission has practice cases, which are shown. */
  readonly secret: string | null;
}

/** What of this package runs; the rest builds it, tests it or tells about it. */
const OWN = ['dist', 'templates', 'package.json', 'LICENSE'];
/** What was measured on a GPU has no use on Gradescope, which has none. */
const NOT_FOR_GRADING: ReadonlySet<string> = new Set(['submissions', 'calibration', 'mutants.yaml', 'notes.md']);

/**
 * Everything that Gradescope gets: its two scripts, the grader with its dependencies, and one assignment.
 * Node alone is fetched, when Gradescope builds its image.
 * @throws InfrastructureError where the grader is not installed or not built
 */
export function autograderEntries({ assignment, secret }: AutograderParts): ArchiveEntry[] {
  if (!existsSync(join(packageRoot, 'dist', 'grader', 'autograder', 'main.js'))) {
    throw new InfrastructureError(
      'The grader is not built, so there is nothing to put in the package. Run npm run build.',
    );
  }
  const packages = installedPackages(packageRoot);
  const own = packages.find(({ folder }) => folder === packageRoot)?.place ?? '';
  const { id } = assignment.spec;
  const home = assignment.shipped ? `${own}/assignments/${id}` : `assignments/${id}`;
  const settings: Settings = {
    schemaVersion: 1,
    assignment: id,
    grader: `${own}/dist/grader/cli/bin.js`,
    starter: `${home}/starter.cu`,
  };
  return [
    script('setup.sh'),
    script('run_autograder'),
    { path: SETTINGS_FILE, content: `${JSON.stringify(settings, null, 2)}\n` },
    { path: 'fault.json', content: `${JSON.stringify(openResult(), null, 2)}\n` },
    { path: 'grade.config.yaml', content: configText(assignment, secret) },
    ...(secret === null ? [] : [{ path: SECRET_FILE, content: `${secret}\n` }]),
    ...packages.flatMap((one) => (one.folder === packageRoot ? ownFiles(one, id) : filesOf(one.folder, one.place))),
    ...assignmentFiles(assignment, home),
    // The grader looks there, whatever it finds.
    ...(assignment.shipped ? [] : [{ path: `${own}/assignments/.none`, content: '' }]),
  ];
}

/** What Gradescope reads where nothing better can be said: no score, and so no zero. */
function openResult(): object {
  return {
    output: wordOpenGrade('infrastructure'),
    output_format: 'md',
    visibility: 'visible',
    stdout_visibility: 'hidden',
  };
}

function configText({ shipped }: Assignment, secret: string | null): string {
  const lines = ['schemaVersion: 1', 'cacheDir: ../cache'];
  if (!shipped) lines.push('assignments: [assignments]');
  if (secret !== null) lines.push(`secretFile: ${SECRET_FILE}`);
  return `${lines.join('\n')}\n`;
}

function script(name: string): ArchiveEntry {
  const text = readFileSync(join(packageRoot, 'templates', 'gradescope', name), 'utf8');
  // Packed on Windows, too.
  return { path: name, content: text.replaceAll('\r\n', '\n'), executable: true };
}

/** Solutions, and what quotes them, stay at home, but for one that the specification names, without which it is not whole. */
function assignmentFiles({ folder, spec }: Assignment, home: string): ArchiveEntry[] {
  const files = filesOf(folder, home, (name) => NOT_FOR_GRADING.has(name));
  const reference = spec.timing?.reference;
  const path = `${home}/${reference}`;
  if (reference === undefined || files.some((file) => file.path === path)) return files;
  return [...files, { path, file: join(folder, reference) }];
}

/** This package's, with the simulator of the one assignment. */
function ownFiles({ folder, place }: InstalledPackage, assignment: string): ArchiveEntry[] {
  return OWN.filter((name) => existsSync(join(folder, name))).flatMap((name) => {
    if (name !== 'dist') return filesOf(join(folder, name), `${place}/${name}`);
    // Other simulators, what browsers run, native code, and in a clone what is made for developers and twice for npm.
    const isOther = (path: string): boolean =>
      ['docs', 'modules', 'playground', 'prebuilds'].includes(path) ||
      (path.endsWith('.br') && existsSync(join(folder, name, path.slice(0, -'.br'.length)))) ||
      (/^assignments\/[^/]+$/.test(path) && path !== `assignments/${assignment}`);
    return filesOf(join(folder, name), `${place}/${name}`, isOther);
  });
}

/**
 * The files of a folder, or the file itself.
 * @param leaveOut - says by its path in the folder whether something is not wanted
 */
function filesOf(
  folder: string,
  place: string,
  leaveOut: (path: string) => boolean = () => false,
  path = '',
): ArchiveEntry[] {
  const at = join(folder, path);
  if (!isFolder(at)) return [{ path: place, file: at }];
  return readdirSync(at, { withFileTypes: true }).flatMap((entry): ArchiveEntry[] => {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`;
    // Dependencies have places of their own; hidden files are notes of tools; declarations and maps are for developers.
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || leaveOut(inside)) return [];
    if (entry.isDirectory()) return filesOf(folder, place, leaveOut, inside);
    if (!entry.isFile() || /\.(d\.[cm]?ts|map)$/.test(entry.name)) return [];
    return [{ path: `${place}/${inside}`, file: join(folder, inside) }];
  });
}

function isFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}
