// `npm run validate`: proves every assignment that ships, with the program as it is built. What follows `--` goes to
// `grade validate`: `npm run validate -- matmul-2d --only tolerance`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { at, ensureDependencies, fail, run, runNpm } from './lib/project.mjs';

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
mkdirSync(at('.cache'), { recursive: true });
const report = at('.cache', 'validate.json');
rmSync(report, { force: true });
const status = run(process.execPath, [
  at('dist', 'grader', 'cli', 'bin.js'),
  'validate',
  // What a GPU adds takes long, and says something of that GPU.
  '--target=emulator',
  `--json=${report}`,
  ...process.argv.slice(2),
]);
const proofs = readProofs();
const of = (wanted) => proofs.filter((proof) => wanted.includes(proof.status));
const failed = of(['failed', 'error']);
// A line each, at the end, where a log that was cut still has them.
for (const { assignment, id, seen, flaws } of failed) {
  const [first] = flaws;
  console.log(`not ok - ${assignment}, ${id}: ${first ? `${first.where ?? ''} ${first.message}` : seen}`.slice(0, 300));
}
const crashed = status !== 0 && failed.length === 0 ? 1 : 0;
const skipped = of(['skipped']).length;
console.log(
  `${of(['passed']).length} passed, ${failed.length + crashed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = status;

function readProofs() {
  try {
    const { assignments } = JSON.parse(readFileSync(report, 'utf8'));
    return assignments.flatMap(({ id: assignment, proofs }) => proofs.map((proof) => ({ ...proof, assignment })));
  } catch {
    return [];
  }
}
