// Packs this package, installs the tarball globally into an empty folder, as a student would, and grades with it from
// elsewhere: what is missing from `files`, or only there in development, shows up here. `--keep FILE` leaves the tarball.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, npmCommand, root, say } from './lib/project.mjs';

/** What a student may be asked to load, and to have room for, bytes. */
const MOST_PACKED = 25e6;
const MOST_INSTALLED = 150e6;

/** Includes what takes the standard library's precompiled headers, waits at a barrier, and prints. */
const PROGRAM = `#include <iostream>
#include <vector>
__global__ void reverse(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = s[31 - threadIdx.x];
}
int main() {
  std::vector<int> v(32);
  int *d;
  cudaMalloc(&d, 128);
  reverse<<<1, 32>>>(d);
  cudaMemcpy(v.data(), d, 128, cudaMemcpyDeviceToHost);
  std::cout << v[0] << std::endl;
  cudaFree(d);
}
`;

ensureDependencies();
const windows = process.platform === 'win32';
const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
// Outside the clone, so that its node_modules cannot stand in for what the package lacks. Removed at the end.
const scratch = mkdtempSync(join(tmpdir(), 'grade-pack-'));
let failures = 0;
try {
  const packed = npm(['pack', '--json', '--pack-destination', scratch], root);
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`);
  // Scripts print before npm's JSON.
  const [{ filename, size, unpackedSize, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n')));
  say(`${filename}: ${mb(size)} packed, ${mb(unpackedSize)} unpacked, ${files.length} files`);
  await check('no test, build note or source of TypeScript is packed', () =>
    files.every(
      ({ path }) =>
        !/^(test|grader|scripts)\/.*\.(ts|tsx)$|\.tsbuildinfo|^test\/(?!hostile\/.*\.(?:cu|yaml)$)/.test(path),
    ),
  );

  await check(`at most ${mb(MOST_PACKED)} packed`, () => size <= MOST_PACKED);

  const prefix = join(scratch, 'prefix');
  const elsewhere = join(scratch, 'elsewhere');
  mkdirSync(prefix);
  mkdirSync(elsewhere);
  const install = ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', '--foreground-scripts'];
  const installed = npm([...install, join(scratch, filename)], elsewhere);
  if (installed.status !== 0) throw new Error(`npm install failed:\n${installed.stdout}${installed.stderr}`);
  const addon = `${installed.stdout}${installed.stderr}`
    .split('\n')
    .find((line) => line.startsWith('cuda-course-grade:'));
  say(addon ?? '');
  // A machine without a compiler is no mistake of the package.
  await check('the native addon is there, or built where it can be', () =>
    /native addon (ready|built\.|not built \(no )/.test(addon ?? ''),
  );
  const bytes = bytesIn(prefix);
  say(`${mb(bytes)} installed`);
  await check(`at most ${mb(MOST_INSTALLED)} installed`, () => bytes <= MOST_INSTALLED);

  const grade = windows ? join(prefix, 'grade.cmd') : join(prefix, 'bin', 'grade');
  const modules = windows ? join(prefix, 'node_modules') : join(prefix, 'lib', 'node_modules');
  const home = join(modules, 'cuda-course-grade');
  const assignments = join(home, 'assignments');
  const run = runner(grade, elsewhere);

  await check(
    'grade --version',
    async () =>
      (await run(['--version'])).stdout.trim() === JSON.parse(readFileSync(at('package.json'), 'utf8')).version,
  );
  const listed = JSON.parse((await run(['list', '--json'])).stdout).assignments.map(({ id }) => id);
  await check('grade list has the assignments', () =>
    ['grayscale', 'matmul-2d', 'matmul-tiled'].every((id) => listed.includes(id)),
  );
  // A new assignment lies outside the package, and its simulator imports the simulator from it.
  const succeeds = async (...args) => (await run(args)).status === 0;
  await check('grade new', () => succeeds('new', 'heat', '--kind', 'stencil', '--into', 'course', '--yes'));
  await check('grade simulate of a new assignment', () => succeeds('simulate', 'heat', '--assignments', 'course'));
  await check('grade submit to a new assignment', () => {
    const path = join(elsewhere, 'course', 'heat', 'submissions', 'accepted', 'one-thread-per-element.cu');
    const reports = join(scratch, 'report', 'heat');
    return succeeds('submit', 'heat', path, '--assignments', 'course', '--report-dir', reports);
  });
  await check('grade playground', async () => {
    const site = join(scratch, 'site');
    return (await succeeds('playground', site, '--assignment', 'grayscale')) && existsSync(join(site, 'index.html'));
  });
  await check('grade run', async () => {
    writeFileSync(join(elsewhere, 'reverse.cu'), PROGRAM);
    return (await run(['run', 'reverse.cu'])).stdout.startsWith('31\n');
  });
  await check('grade doctor', async () => JSON.parse((await run(['doctor', '--json', '-'])).stdout).ready);
  await check('the example of docs/api.md, compiled and run', () => example({ home, elsewhere, assignments }));
  await check('JSON schemas are exported by their names', () => {
    const load = createRequire(join(elsewhere, 'main.js'));
    const names = ['assignment', 'manifest', 'course', 'result', 'run'];
    return names.every(
      (name) => load(`cuda-course-grade/schemas/${name}.json`).$id === `urn:cuda-course-grade:schema:${name}:1`,
    );
  });
  await check('the bill of materials is in the package', () => {
    const { components } = JSON.parse(readFileSync(join(home, 'dist', 'sbom.cdx.json'), 'utf8'));
    return components.some(({ name }) => name === '@yowasp/clang') && components.some(({ name }) => name === 'zod');
  });
  await check('grade batch run', async () => {
    const handedIn = join(elsewhere, 'handed-in');
    mkdirSync(handedIn);
    for (const kind of ['accepted', 'rejected']) {
      const from = join(assignments, 'grayscale', 'submissions', kind);
      const [first] = readdirSync(from).filter((name) => name.endsWith('.cu'));
      copyFileSync(join(from, first), join(handedIn, `${kind}.cu`));
    }
    const out = join(scratch, 'batch');
    return (await succeeds('batch', 'run', 'grayscale', handedIn, '--out', out)) && existsSync(join(out, 'class.html'));
  });
  // Most of the time, one process of grade keeps one processor busy.
  const left = [...listed];
  const lane = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const of = { run, assignments, id };
      await check(`grade simulate ${id}`, () => succeeds('simulate', id));
      const { accepted, rejected } = await manifest(join(assignments, id, 'submissions', 'manifest.yaml'));
      await check(`grade submit ${id}, accepted`, () => verdict(of, 'accepted', accepted[0].file, 0, 'passed'));
      await check(`grade similarity ${id}`, () => similarity(of));
      await check(`grade submit ${id}, rejected`, () => verdict(of, 'rejected', rejected[0].file, 1, 'failed'));
    }
  };
  await Promise.all([lane(), lane()]);
  await checkStudents({ staff: run, assignments, listed, elsewhere });
  // As on a machine for which the package has no addon: npm's own node-gyp builds it.
  await check('the native addon can be built', () => {
    rmSync(join(home, 'dist', 'prebuilds'), { recursive: true, force: true });
    const script = join(home, 'scripts', 'install-native.mjs');
    const { stdout } = spawnSync(process.execPath, [script], { cwd: elsewhere, encoding: 'utf8' });
    say(stdout.trim());
    return /native addon (built\.|not built \(no )/.test(stdout);
  });
  if (keep !== undefined && failures === 0) copyFileSync(join(scratch, filename), keep);
} catch (error) {
  failures += 1;
  console.log(`not ok - ${error.message}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Runs an installed `grade`. */
function runner(grade, cwd) {
  return async (args) => {
    const child = spawn(grade, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: windows });
    const [[status], stdout, stderr] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, stdout, stderr };
  };
}

/** Makes the package for students with the installed one for staff, installs it beside it, and compares what both grade. */
async function checkStudents({ staff, assignments, listed, elsewhere }) {
  const archive = join(scratch, 'students.tgz');
  await check('grade export-course', async () => {
    const { status, stdout, stderr } = await staff(['export-course', archive]);
    say((stdout || stderr).trim());
    return status === 0 && statSync(archive).size <= MOST_PACKED;
  });
  const prefix = join(scratch, 'students');
  mkdirSync(prefix);
  const installed = npm(['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', archive], elsewhere);
  if (installed.status !== 0) throw new Error(`npm install of the students' package failed:\n${installed.stderr}`);
  const home = join(windows ? prefix : join(prefix, 'lib'), 'node_modules', 'cuda-course-grade-student');
  await check('the package for students has no solution and no hidden range', () => {
    const files = readdirSync(join(home, 'assignments'), { recursive: true, encoding: 'utf8' });
    const specs = files.filter((name) => name.endsWith('assignment.yaml'));
    return (
      specs.length === listed.length &&
      !files.some((name) => /submissions|mutants|notes\.md/.test(name)) &&
      specs.every((name) => !/^hidden:/m.test(readFileSync(join(home, 'assignments', name), 'utf8')))
    );
  });
  const student = runner(windows ? join(prefix, 'grade.cmd') : join(prefix, 'bin', 'grade'), elsewhere);
  await check('grade start, and grade progress in the order of the course', async () => {
    const { stdout } = await student(['progress', '--json']);
    const [first] = JSON.parse(stdout).exercises;
    return (await student(['start', first.id])).status === 0 && first.id === 'thread-names';
  });
  // One of each style. Unit tests prove for all exercises that both packages draw the same cases.
  const left = ['matmul-tiled', 'transfer-costs', 'grid-stride', 'grayscale-torch'];
  const lane = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const { accepted, rejected } = await manifest(join(assignments, id, 'submissions', 'manifest.yaml'));
      for (const [kind, { file }] of [
        ['accepted', accepted[0]],
        ['rejected', rejected[0]],
      ]) {
        const path = join(assignments, id, 'submissions', kind, file.replace(/^.*\//, ''));
        await check(`students and staff get the same result of ${id}, ${kind}`, async () => {
          const argv = ['submit', id, path, '--seed', '7', '--json', '-', '--format', 'text'];
          const [ofStaff, ofStudent] = await Promise.all([staff(argv), student(argv)]);
          return withoutTimes(ofStaff.stdout) === withoutTimes(ofStudent.stdout) && ofStaff.status === ofStudent.status;
        });
      }
    }
  };
  await lane();
}

/** Returns a result without what differs between two runs. */
function withoutTimes(stdout) {
  const { environment, ...result } = JSON.parse(stdout);
  return JSON.stringify({ ...result, seed: environment.seed, limits: environment.limits });
}

async function verdict({ run, assignments, id }, kind, file, status, expected) {
  const path = join(assignments, id, 'submissions', kind, file.replace(/^.*\//, ''));
  const result = await run(['submit', id, path, '--json', '-', '--report-dir', join(scratch, 'report', id, kind)]);
  if (result.status !== status) say(result.stderr);
  const reports = ['report.html', 'report.md', 'result.json'].every((name) =>
    existsSync(join(scratch, 'report', id, kind, name)),
  );
  return result.status === status && JSON.parse(result.stdout).verdict === expected && reports;
}

/** Compiles the example of docs/api.md against the package, strictly, and runs it on a right and a wrong submission. */
function example({ home, elsewhere, assignments }) {
  const [, text] = /```ts\n([\s\S]*?)```/.exec(readFileSync(at('docs', 'api.md'), 'utf8')) ?? [];
  mkdirSync(join(elsewhere, 'node_modules'));
  symlinkSync(home, join(elsewhere, 'node_modules', 'cuda-course-grade'), 'junction');
  writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(elsewhere, 'grade-all.ts'), text);
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const compiler = [at('node_modules', 'typescript', 'bin', 'tsc'), 'grade-all.ts', ...options];
  const compiled = spawnSync(process.execPath, [...compiler, '--typeRoots', at('node_modules', '@types')], {
    cwd: elsewhere,
    encoding: 'utf8',
  });
  if (compiled.status !== 0) throw new Error(`the example does not compile:\n${compiled.stdout}`);
  const submissions = join(assignments, 'vector-add', 'submissions');
  const files = [join('accepted', 'checked.cu'), join('rejected', 'elements-not-bytes.cu')];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['grade-all.js', ...files.map((file) => join(submissions, file))],
    { cwd: elsewhere, encoding: 'utf8' },
  );
  const right = /^passed: 100 of 100 points\nfailed: \d+ of 100 points\nline \d+: .*\[out-of-bounds-read\]/.test(
    stdout,
  );
  if (!right) say(stdout + stderr);
  return right;
}

/** Also proves that the grammar of CUDA is in the package. */
async function similarity({ run, assignments, id }) {
  const submissions = join(assignments, id, 'submissions', 'accepted');
  const out = join(scratch, 'alike', id);
  const { status, stdout, stderr } = await run(['similarity', id, submissions, '--json', '-', '--out', out]);
  if (status !== 0) say(stderr);
  return status === 0 && Array.isArray(JSON.parse(stdout).pairs) && existsSync(join(out, 'index.html'));
}

async function manifest(path) {
  const { parse } = await import('yaml');
  return parse(readFileSync(path, 'utf8'));
}

async function check(name, holds) {
  let ok = false;
  try {
    ok = await holds();
  } catch (error) {
    say(String(error));
  }
  if (!ok) failures += 1;
  console.log(`${ok ? 'ok' : 'not ok'} - ${name}`);
}

function npm(args, cwd) {
  const { program, args: before, options } = npmCommand();
  return spawnSync(program, [...before, ...args], { cwd, encoding: 'utf8', maxBuffer: 64 << 20, ...options });
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, path, name }) => sum + statSync(join(parentPath ?? path, name)).size, 0);
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
