// `npm run fuzz -- --seconds 600 --seed 7 --only kernels`: generated input for the grader, until the time is over. What
// fails prints the command that shows it again, in its smallest form. `--only`: kernels, comparator, ir or readers.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureDependencies, fail, runNpm, runTool, say } from './lib/project.mjs';

const TESTS = ['kernels', 'comparator', 'integers', 'library', 'ir', 'readers'];
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    path: { type: 'string' },
  },
});
const { only, path } = values;
if (only !== undefined && !TESTS.includes(only)) fail(`--only ${only}: one of ${TESTS.join(', ')} was expected`, 2);
if (path !== undefined && (only === undefined || values.seed === undefined))
  fail('--path needs the --only and the --seed that it was printed with', 2);
const seconds = number('seconds', path === undefined ? 60 : 0);
const seed = number('seed', randomInt(2 ** 31));

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
say(`Fuzzing with --seed ${seed} for ${seconds} s each.`);
process.exitCode = runTool(
  'vitest/vitest.mjs',
  ['run', '--project=fuzz', ...(only === undefined ? [] : [`test/fuzz/${only}.test.ts`])],
  {
    env: {
      ...process.env,
      FUZZ_SEED: `${seed}`,
      FUZZ_SECONDS: `${seconds}`,
      ...(path !== undefined && { FUZZ_PATH: path }),
    },
  },
);

function number(name, otherwise) {
  const text = values[name];
  if (text === undefined) return otherwise;
  if (!/^\d{1,10}$/.test(text)) fail(`--${name} ${text}: a whole number was expected`, 2);
  return Number(text);
}
