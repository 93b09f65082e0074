// Makes the wheel of the Python package: the sources of python/grade and, in `grade/program`, the package for students as npm
// installs it. So pip alone gives students everything but Node, and no solution. `--packed FILE` takes a tarball of `npm pack`,
// `--out DIR` the folder for the wheel (dist/wheel), `--python PROGRAM` a Python that has hatchling.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { at, fail, npmCommand, say } from './lib/project.mjs';

const { values } = parseArgs({
  options: {
    packed: { type: 'string', default: process.env.GRADE_PACKED },
    out: { type: 'string', default: at('dist', 'wheel') },
    python: { type: 'string', default: process.env.PYTHON ?? 'python3' },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'grade-wheel-'));
try {
  const package_ = join(scratch, 'python');
  cpSync(at('python'), package_, { recursive: true, filter: (path) => !/__pycache__|[/\\]tests$/.test(path) });
  cpSync(at('LICENSE'), join(package_, 'LICENSE'));
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const init = join(package_, 'grade', '__init__.py');
  // The versions of both packages are the same by construction.
  writeFileSync(
    init,
    readFileSync(init, 'utf8').replace(/^__version__ = .*$/m, `__version__ = ${JSON.stringify(version)}`),
  );
  const staff = installed(tarball(), join(scratch, 'staff'));
  const students = join(scratch, 'students.tgz');
  const grade = join(staff, 'node_modules', 'cuda-course-grade', 'dist', 'grader', 'cli', 'bin.js');
  const exported = spawnSync(process.execPath, [grade, 'export-course', students], { encoding: 'utf8' });
  if (exported.status !== 0) fail(`grade export-course failed:\n${exported.stderr}`);
  const program = installed(students, join(package_, 'grade', 'program'));
  // Links to programs have no place in a wheel.
  rmSync(join(program, 'node_modules', '.bin'), { recursive: true, force: true });
  mkdirSync(values.out, { recursive: true });
  const before = new Set(readdirSync(values.out));
  const built = spawnSync(values.python, ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', resolve(values.out)], {
    cwd: package_,
    encoding: 'utf8',
  });
  if (built.status !== 0)
    fail(
      `the wheel was not built: ${built.error?.message ?? built.stderr.trim()}\nIs hatchling there? pip install hatchling`,
    );
  for (const name of readdirSync(values.out).filter(
    (one) => one.endsWith('.whl') && (!before.has(one) || one.includes(version)),
  )) {
    say(`${name}: ${(statSync(join(values.out, name)).size / 1e6).toFixed(1)} MB`);
    console.log(join(values.out, name));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Installs a tarball into a new folder, and runs no script of it. */
function installed(tarball, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', tarball], folder);
  return folder;
}

function tarball() {
  if (values.packed !== undefined) return resolve(values.packed);
  const packed = npm(['pack', '--json', '--pack-destination', scratch], at());
  // Scripts print before npm's JSON.
  return join(scratch, JSON.parse(packed.slice(packed.indexOf('[\n')))[0].filename);
}

function npm(args, cwd) {
  const { program, args: first, options } = npmCommand();
  const done = spawnSync(program, [...first, ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.status !== 0) fail(`npm ${args[0]} failed:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
