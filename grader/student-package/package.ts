import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { EXERCISES_FILE } from '../course/index.ts';
import { InfrastructureError, packageRoot } from '../platform/index.ts';
import type { Assignment } from '../spec/index.ts';
import { type PackageEntry, studentFiles } from './exercise.ts';

/** A course for students. */
export interface CoursePackage {
  /** The exercises, in the order of the course. */
  readonly assignments: readonly Assignment[];
  readonly title: string | null;
  /** The name for npm. */
  readonly name: string;
}

/** The files and folders of the program that students get. */
const PROGRAM = [
  'dist',
  'templates',
  'docs/rules',
  'docs/student-guide.md',
  'docs/editors.md',
  'docs/run.md',
  'docs/python.md',
  'docs/limits.md',
  'docs/emulator-differences.md',
  'native/compare',
  'native/cuda',
  // What the sandbox gives to a container engine.
  'docker/seccomp.json',
  'docker/seccomp-gpu.json',
  'docker/seccomp-sanitizer.json',
  'scripts/install-native.mjs',
  'binding.gyp',
  'grader/spec/assignment.schema.json',
  'grader/authoring/manifest.schema.json',
  'grader/batch/course.schema.json',
  'grader/result/result.schema.json',
  'grader/result/run.schema.json',
  'LICENSE',
];

/** The keys of `package.json` that students need as well. */
const MANIFEST_KEYS = [
  'version',
  'license',
  'repository',
  'homepage',
  'bugs',
  'type',
  'exports',
  'engines',
  'bin',
  'dependencies',
];

/**
 * Returns every file of a student's package.
 * @throws InfrastructureError if the grader is not built; AssignmentError if an exercise lacks a file
 */
export function coursePackage({ assignments, title, name }: CoursePackage): PackageEntry[] {
  if (!existsSync(join(packageRoot, 'dist', 'grader', 'cli', 'bin.js'))) {
    throw new InfrastructureError(
      'The grader is not built, so there is nothing to put into the package. Run npm run build.',
    );
  }
  const shipped = new Set(assignments.flatMap(({ shipped: is, spec }) => (is ? [spec.id] : [])));
  const order = { schemaVersion: 1, ...(title !== null && { title }), order: assignments.map(({ spec }) => spec.id) };
  return [
    { path: 'package.json', content: manifestOf(name) },
    { path: 'README.md', content: readmeOf(title ?? name, assignments) },
    ...PROGRAM.flatMap((path) => programFiles(path, shipped)),
    { path: `assignments/${EXERCISES_FILE}`, content: stringify(order) },
    ...assignments.flatMap((assignment) =>
      studentFiles(assignment).map(
        (entry): PackageEntry => ({ ...entry, path: `assignments/${assignment.spec.id}/${entry.path}` }),
      ),
    ),
  ];
}

function manifestOf(name: string): string {
  const own = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Record<string, unknown>;
  const kept = Object.fromEntries(MANIFEST_KEYS.flatMap((key) => (key in own ? [[key, own[key]]] : [])));
  const manifest = {
    name,
    description: 'Exercises of a CUDA course, graded on a laptop without a GPU. For students: without solutions.',
    ...kept,
    scripts: { install: 'node scripts/install-native.mjs' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readmeOf(title: string, assignments: readonly Assignment[]): string {
  const rows = assignments.map(({ spec }) => `| \`${spec.id}\` | ${spec.title.replaceAll('|', '\\|')} |`);
  return `# ${title}

The exercises of this course, and \`grade\`, which checks your solutions. It needs Node 20 or newer, and no GPU.
[The guide](docs/student-guide.md) begins with an empty computer.

\`\`\`
grade progress              the exercises, with what you passed
grade start ${assignments[0]?.spec.id ?? '<exercise>'}    a folder with handout, starter and simulator
grade submit                in that folder: check your file
grade next                  go on to the next exercise
\`\`\`

Your course also grades with cases that are not in this package.

| exercise | title |
| --- | --- |
${rows.join('\n')}
`;
}

/** Returns the files of a part of the program. Files that have a compressed twin are left out. */
function programFiles(path: string, shipped: ReadonlySet<string>): PackageEntry[] {
  const full = join(packageRoot, path);
  if (!existsSync(full)) return [];
  return filesIn(full, path).filter(({ path: inside }) => isNeeded(inside, shipped));
}

function isNeeded(path: string, shipped: ReadonlySet<string>): boolean {
  if (/(^|\/)\.|^dist\/(docs|modules)\//.test(path)) return false;
  // Templates of assignments have solutions.
  if (/^templates\/(assignment|gradescope|ci|systemd)\//.test(path)) return false;
  const simulator = /^dist\/assignments\/([^/]+)\//.exec(path);
  if (simulator && !shipped.has(simulator[1] ?? '')) return false;
  return path.endsWith('.br') || !existsSync(join(packageRoot, `${path}.br`));
}

function filesIn(folder: string, path: string): { readonly path: string; readonly file: string }[] {
  let entries: ReturnType<typeof listOf>;
  try {
    entries = listOf(folder);
  } catch {
    return [{ path, file: folder }];
  }
  return entries.flatMap((entry) => {
    const [full, inside] = [join(folder, entry.name), `${path}/${entry.name}`];
    if (entry.isDirectory()) return filesIn(full, inside);
    return entry.isFile() ? [{ path: inside, file: full }] : [];
  });
}

function listOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}
