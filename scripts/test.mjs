// `npm test`: build, lint, type check, tests. By itself it does everything that a clean clone needs first.
// `npm run test:toolchains`: the tests that ask nvcc or a container engine, which take minutes.
// What follows `--` goes to vitest: `npm test -- test/spec`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { at, ensureDependencies, fail, runNpm, runTool, say } from './lib/project.mjs';

ensureDependencies();
// `npm test` has built already, as `pretest`.
if (process.env.npm_lifecycle_event !== 'test' && runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');

const ofToolchains = process.argv[2] === '--toolchains';
const filter = process.argv.slice(ofToolchains ? 3 : 2);
const checks = ofToolchains
  ? []
  : [
      ['lint', () => runTool('@biomejs/biome/bin/biome', ['check', '.', '--error-on-warnings'])],
      ['types', () => runTool('typescript/bin/tsc', ['--noEmit'])],
    ];
const failed = [];
for (const [name, work] of checks) step(name, work);
mkdirSync(at('.cache'), { recursive: true });
const report = at('.cache', 'vitest.json');
rmSync(report, { force: true });
step('tests', () =>
  runTool('vitest/vitest.mjs', [
    'run',
    `--project=${ofToolchains ? 'toolchains' : 'machine'}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filter,
  ]),
);

const counts = readCounts();
// Lint and types count as one test each, so that the line cannot look green while they are not.
const wrong = failed.filter((name) => name !== 'tests').length;
const crashed = failed.includes('tests') && counts.failed === 0 ? 1 : 0;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
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
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
