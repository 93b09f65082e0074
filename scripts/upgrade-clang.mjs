// `npm run upgrade-clang -- <version>` tries another version of @yowasp/clang beside the pinned one, in a temporary
// folder: it makes each edit of Clang's program, builds the emulator, grades the submissions of an assignment, runs a
// program with PTX, and reports what works. Nothing of the project changes. CONTRIBUTING.md says what to do next.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clangEdits, EDITS, tryEdits } from '../native/emulator/clang-edits.mjs';
import { at, ensureDependencies, fail, run, runNpm, say } from './lib/project.mjs';

/** Packages that the program loads while it runs, besides Clang. */
const LOADED = ['jiti', 'node-addon-api'];
const ASSIGNMENT = 'vector-add';
/** A program that needs each edit: it has `asm` with NVIDIA's constraints, and Clang runs several times for it. */
const PROGRAM = `#include <cstdio>
__global__ void add(long long *out) {
  long long sum;
  asm("add.s64 %0, %1, %2;" : "=l"(sum) : "l"(out[threadIdx.x]), "l"(40ll));
  out[threadIdx.x] = sum;
}
int main() {
  long long *d, h[2] = {1, 2};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  add<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%lld %lld\\n", h[0], h[1]);
}
`;

const [version] = process.argv.slice(2);
if (!version) fail('name a version: npm run upgrade-clang -- 22.1.0 (npm view @yowasp/clang versions lists them)', 2);
ensureDependencies();
if (run(process.execPath, [at('scripts', 'build.mjs')]) !== 0) fail('the project does not build with the pinned Clang');

const folder = mkdtempSync(join(tmpdir(), 'upgrade-clang-'));
const failures = [];
try {
  const installed = join(folder, 'node_modules', '@yowasp', 'clang');
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (runNpm(['install', ...options, `@yowasp/clang@${version}`]) !== 0) {
    rmSync(folder, { recursive: true, force: true });
    fail(`there is no @yowasp/clang ${version}`);
  }
  const pinned = at('node_modules', '@yowasp', 'clang');
  say(`\n@yowasp/clang ${versionOf(installed)}, beside the pinned ${versionOf(pinned)}`);
  const program = readFileSync(join(installed, 'gen', 'llvm.core.wasm'));
  if (tryAllEdits(program, readFileSync(join(pinned, 'gen', 'llvm.core.wasm')))) {
    await check('the edited program', () => validate(program));
    const isBuilt = await check('the emulator', () => buildEmulator(installed));
    if (isBuilt) {
      copyProject();
      await check('a program with PTX', runProgram);
      await check(`the submissions of ${ASSIGNMENT}`, gradeSubmissions);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(failures.length === 0 ? '\nAll works.' : `\n${failures.length} of these do not work: ${failures.join(', ')}.`);
process.exitCode = failures.length === 0 ? 0 : 1;

function versionOf(installed) {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version;
}

function report(name, text) {
  say(`  ${name.padEnd(32)} ${text}`);
}

/** Reports one check. @returns whether it works */
async function check(name, make) {
  const started = Date.now();
  try {
    const found = await make();
    report(name, `${found} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
    return true;
  } catch (error) {
    report(name, `FAILS: ${error.message}`);
    failures.push(name);
    return false;
  }
}

/** @returns whether all edits work */
function tryAllEdits(program, pinnedProgram) {
  const before = tryEdits(pinnedProgram);
  for (const [index, { name, changes, error }] of tryEdits(program).entries()) {
    const places = `${changes.length} changes; with the pinned version ${before[index].changes.length}`;
    report(`edit ${name}`, error === null ? `works: ${places}` : `FAILS: ${error.message}`);
    if (error === null) continue;
    failures.push(`edit ${name}`);
    report('', `It ${EDITS[index].does}. It finds ${EDITS[index].finds}.`);
  }
  return failures.length === 0;
}

async function validate(program) {
  const packaged = new URL('../dist/modules/grader/platform/packaged/', import.meta.url);
  const { edited } = await import(new URL('clang-edits.js', packaged).href);
  const { limitClang } = await import(new URL('clang-memory.js', packaged).href);
  const bytes = edited(program, clangEdits(program));
  limitClang(bytes, 2 ** 30);
  if (!WebAssembly.validate(bytes)) throw new Error('is not a valid module of WebAssembly');
  return 'is valid, and its memory can be limited';
}

/** @returns that it builds @throws Error with what Clang reports */
function buildEmulator(installed) {
  const args = [at('native', 'emulator', 'build.mjs'), join(folder, 'dist', 'emulator'), join(installed, 'gen')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return 'builds';
  const errors = stderr.split('\n').filter((line) => /\berror: |^Error: /.test(line));
  throw new Error(['does not build', ...new Set(errors)].join('\n    '));
}

/** Copies what grading needs, so that it finds the other Clang. */
function copyProject() {
  for (const path of ['package.json', 'dist/grader', `assignments/${ASSIGNMENT}`, 'docs/rules', 'scripts'])
    cpSync(at(path), join(folder, path), { recursive: true });
  for (const name of LOADED) symlinkSync(at('node_modules', name), join(folder, 'node_modules', name), 'junction');
}

function runProgram() {
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'run', 'ptx.cu'), PROGRAM);
  const options = { cwd: join(folder, 'run'), encoding: 'utf8' };
  const { stdout, stderr } = spawnSync(process.execPath, [grade(folder), 'run', 'ptx.cu'], options);
  if (!stdout.includes('41 42')) throw new Error(`printed ${stdout || stderr}`);
  return 'prints what it must';
}

function grade(project) {
  return join(project, 'dist', 'grader', 'cli', 'bin.js');
}

/** Grades with both versions. */
function gradeSubmissions() {
  const lines = [at(), folder].map((project, index) => {
    const file = join(folder, `results-${index}.txt`);
    if (run(process.execPath, [join(project, 'scripts', 'results.mjs'), '--write', file, ASSIGNMENT]) !== 0)
      throw new Error('are not graded');
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  });
  const [before, after] = lines;
  const other = after.filter((line) => !before.includes(line));
  for (const line of other) say(`    ${line}`);
  if (other.length > 0) throw new Error(`${other.length} of ${after.length} have another result`);
  const kinds = readdirSync(join(folder, 'assignments', ASSIGNMENT, 'submissions')).length;
  if (after.length < kinds) throw new Error('are not all graded');
  return `have the same ${after.length} results`;
}
