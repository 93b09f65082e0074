// Which folder of grader/ may import which, for `npm test` and `npm run lint`. docs/architecture.md says what each is for.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Folders, lowest first, by the folder that they lie in: each imports only folders before it. What lies in one of these
 * folders and is not listed is a part of it.
 */
const ORDER = {
  grader: [
    'abi',
    'blame',
    'limits',
    'result',
    'platform',
    'spec',
    'numba',
    'handin',
    'compare',
    'simulator',
    'syntax',
    'compile',
    'device',
    'sandbox',
    'host',
    'timing',
    'explain',
    'judge',
    'pipeline',
    'report',
    'course',
    'batch',
    'autograder',
    'student-package',
    'doctor',
    'playground',
    'authoring',
    'api',
    'lsp',
    'cli',
  ],
  'grader/platform': ['threads', 'packaged', 'grammars', 'files', 'render', 'queue', 'cache', 'browser'],
  'grader/compile': ['lower', 'world', 'verify', 'imports', 'dwarf', 'ir', 'early'],
  'grader/compile/ir': ['read', 'ptx', 'recording'],
  'grader/device': ['sanitizer', 'recording', 'emulator', 'gpu'],
  'grader/device/emulator': ['nested', 'partition'],
  'grader/host': ['plan', 'module', 'cuda', 'replay'],
  'grader/host/replay': ['trace', 'streams'],
  'grader/judge': ['technique', 'influence', 'score'],
  'grader/pipeline': ['gpu', 'run', 'grade', 'decide', 'trace', 'engine'],
  'grader/course': ['handout'],
  'grader/batch': [
    'intake',
    'similarity',
    'state',
    'grading',
    'slurm',
    'export',
    'feedback',
    'push',
    'class-page',
    'anonymous',
  ],
  'grader/doctor': ['hostile', 'machine'],
  'grader/authoring': ['calibrate', 'lint', 'mutate', 'scaffold', 'validate'],
};

/** What is started in Node, each with a file of its own in the package (scripts/lib/program-bundle.mjs). */
export const PROGRAMS = [
  'api/index.ts',
  'cli/bin.ts',
  'autograder/main.ts',
  'simulator/file/worker.ts',
  'compile/worker.ts',
  'host/worker.ts',
  'host/helper-worker.ts',
  'pipeline/gpu/helper.ts',
  'batch/grading/worker.ts',
  'doctor/hostile/worker.ts',
];

/** What is started, or read by scripts, and so is imported by nothing. */
const ENTRIES = [
  ...PROGRAMS,
  'playground/browser/page.ts',
  'playground/browser/grading.ts',
  'playground/browser/sw.ts',
  // `npm run schemas`
  'cli/reference/pages.ts',
  'result/json-schema.ts',
];

/** What the bundler puts in the place of other modules (scripts/lib/playground-bundle.mjs): it has their types. */
const TWINS = ['^grader/platform/browser/', '^grader/playground/gpu\\.ts$'];

/** Small folders in which files may import each other in a circle: the parts of one thing. */
const KNOTS = [
  // The state of the CUDA runtime has parts that each work on the whole.
  'grader/host/cuda',
  // The verifier of an object, and that of a function in it.
  'grader/compile/verify',
];

const root = fileURLToPath(new URL('./', import.meta.url));
const foldersIn = (folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const literal = (path) => path.replaceAll('.', '\\.');
const STARTED = ENTRIES.map((entry) => `^grader/${literal(entry)}$`);

/** Folders with an index.ts, which is their door. */
function doorsIn(folder) {
  const inner = foldersIn(folder).flatMap((name) => doorsIn(`${folder}/${name}`));
  return existsSync(`${root}${folder}/index.ts`) ? [folder, ...inner] : inner;
}

function inOrder([parent, names]) {
  const unknown = foldersIn(parent).filter(
    (name) => !names.includes(name) && (parent === 'grader' || existsSync(`${root}${parent}/${name}/index.ts`)),
  );
  if (unknown.length > 0) {
    throw new Error(`.dependency-cruiser.mjs has no place for ${unknown.join(', ')} in ${parent}/`);
  }
  return names.slice(0, -1).map((name, index) => ({
    name: `order: ${parent}/${name}`,
    comment: `${name} is lower than ${names.slice(index + 1).join(', ')}: what both need belongs to the lower folder.`,
    severity: 'error',
    from: { path: `^${parent}/${name}/`, pathNot: TWINS },
    to: { path: `^${parent}/(${names.slice(index + 1).join('|')})/` },
  }));
}

export default {
  forbidden: [
    ...Object.entries(ORDER).flatMap(inOrder),
    {
      name: 'only-through-index',
      comment: 'Other folders of grader/ are imported through an index.ts.',
      severity: 'error',
      from: { path: '^grader/([^/]+)/', pathNot: TWINS },
      to: { path: '^grader/', pathNot: ['^grader/$1/', '/index\\.ts$'] },
    },
    ...doorsIn('grader').map((door) => ({
      name: `only-through-index: ${door}`,
      comment: `What lies outside ${door}/ imports its index.ts.`,
      severity: 'error',
      from: { path: '^grader/', pathNot: [`^${door}/`, ...TWINS] },
      to: { path: `^${literal(door)}/`, pathNot: '/index\\.ts$' },
    })),
    {
      name: 'no-circle',
      comment: 'These files import each other: what ties them belongs to a file that both import.',
      severity: 'error',
      from: { path: '^grader/', pathNot: KNOTS.map((folder) => `^${folder}/`) },
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'Nothing that is started leads to this file. Is it needed?',
      severity: 'error',
      from: { path: STARTED },
      to: { path: '^grader/', pathNot: [...TWINS, ...STARTED], reachable: false },
    },
    {
      name: 'no-missing',
      comment: 'There is no such file.',
      severity: 'error',
      from: { path: '^grader/' },
      to: { path: '^\\.', couldNotResolve: true },
    },
  ],
  options: {
    // Types count as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^grader/',
    exclude: { path: '\\.json$' },
    cache: false,
  },
};
