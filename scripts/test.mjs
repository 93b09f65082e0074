// `npm test`: build, lint, words, type check, folders, and the tests of the projects `unit` and `sample`. By itself it does
// everything that a clean clone needs first. `npm run test:<name>` runs another project of vitest.config.ts, and
// `npm run test:all` all of them. What follows `--` goes to vitest: `npm test -- test/spec` runs these files of `unit`,
// `sample` and `engine`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { at, ensureDependencies, fail, run, runNpm, runTool, say } from './lib/project.mjs';

ensureDependencies();
// `npm test` has built already, as `pretest`.
if (process.env.npm_lifecycle_event !== 'test' && runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');

const [first = '', ...rest] = process.argv.slice(2);
const project = /^--project=(.+)$/.exec(first)?.[1] ?? null;
const filter = project === null ? process.argv.slice(2) : rest;
const names = filter.some((text) => text.includes('test/')) ? ['unit', 'sample', 'engine'] : ['unit', 'sample'];
const projects = project === null ? names : [project];
const checks =
  project !== null
    ? []
    : [
        ['lint', () => runTool('@biomejs/biome/bin/biome', ['check', '.', '--error-on-warnings'])],
        ['words', () => run(process.execPath, [at('scripts', 'lint-words.mjs')])],
        ['types', () => runTool('typescript/bin/tsc', ['--noEmit'])],
        // What runs in Node, without the types of the DOM.
        ['types of Node', () => runTool('typescript/bin/tsc', ['-p', at('tsconfig.node.json')])],
        ['folders', () => runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['grader'])],
      ];
const failed = [];
for (const [name, work] of checks) step(name, work);
mkdirSync(at('.cache'), { recursive: true });
const report = at('.cache', `vitest-${project ?? 'test'}.json`);
rmSync(report, { force: true });
step('tests', () =>
  runTool('vitest/vitest.mjs', [
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filter,
  ]),
);

const counts = readCounts();
// Lint, words, types and folders count as one test each, so that the line cannot look green while they are not.
const wrong = failed.filter((name) => name !== 'tests').length;
const crashed = failed.includes('tests') && counts.failed === 0 ? 1 : 0;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
for (const line of counts.names) console.log(line);
say(failed.length === 0 ? 'All is well.' : `Failed: ${failed.join(', ')}.`);
console.log(`${counts.passed + checks.length - wrong} passed, ${counts.failed + wrong + crashed} failed${skipped}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function step(name, work) {
  const started = Date.now();
  const status = work();
  say(`${name}: ${status === 0 ? 'passed' : 'failed'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failed.push(name);
}

function readCounts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, names: failures(testResults) };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, names: [] };
  }
}

/** A line each, at the end, where a log that was cut still has them. */
function failures(files) {
  const line = (file, name, message = '') =>
    `not ok - ${relative(at(), file)}: ${name}: ${message.split('\n')[0].slice(0, 300)}`;
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const own = assertionResults.filter((test) => test.status === 'failed');
    if (own.length === 0) return status === 'failed' ? [line(name, 'the file', message)] : [];
    return own.map((test) => line(name, test.fullName, test.failureMessages[0]));
  });
}
