// `node scripts/order.mjs [--count 200] [--orders 3] [--seed 1]` grades shipped submissions alone, each in an engine of
// its own, and then in shuffled orders in engines that live on. Nothing that one submission does may be seen in the
// result of another: results are compared byte for byte, without times. The exit status is 1 if any differ.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openEngine } from '../dist/modules/grader/pipeline/engine/index.js';
import { gradeSubmission } from '../dist/modules/grader/pipeline/grade/index.js';
import { loadAssignment } from '../dist/modules/grader/spec/index.js';
import { at } from './lib/project.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    orders: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
const NO_CACHE = { dir: 'off', maxMiB: null };

const submissions = shuffled(every(), `choice ${values.seed}`).slice(0, Number(values.count));
const alone = new Map();
for (const submission of submissions) {
  const local = await openEngine(NO_CACHE, { cases: 1 });
  alone.set(submission, await resultOf(submission, local.engine));
  await local.dispose();
  progress('alone', alone.size);
}

const differences = [];
for (let order = 1; order <= Number(values.orders); order++) {
  const local = await openEngine(NO_CACHE, { cases: 1, submissions: submissions.length });
  let done = 0;
  for (const submission of shuffled(submissions, `order ${order} ${values.seed}`)) {
    const result = await resultOf(submission, local.engine);
    if (result !== alone.get(submission))
      differences.push({ order, name: submission.name, result, alone: alone.get(submission) });
    progress(`order ${order}`, ++done);
  }
  await local.dispose();
}
for (const { order, name, result, alone: before } of differences) {
  const at = [...result].findIndex((letter, index) => letter !== before[index]);
  console.log(
    `order ${order}: ${name} differs\n  alone: ${before.slice(at - 100, at + 200)}\n  here:  ${result.slice(at - 100, at + 200)}`,
  );
}
console.log(
  `${submissions.length} submissions alone and in ${values.orders} orders: ${differences.length} results differ`,
);
process.exitCode = differences.length === 0 ? 0 : 1;

function every() {
  return readdirSync(at('assignments'))
    .filter((id) => !id.includes('.'))
    .sort()
    .flatMap((id) =>
      ['accepted', 'rejected'].flatMap((kind) =>
        filesIn(at('assignments', id, 'submissions', kind)).map((file) => ({
          id,
          file,
          name: `${id}/${kind}/${file}`,
          path: at('assignments', id, 'submissions', kind, file),
        })),
      ),
    );
}

function filesIn(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.cu'))
      .sort();
  } catch {
    return [];
  }
}

async function resultOf({ id, file, path }, engine) {
  const source = readFileSync(path, 'utf8');
  const { result, evidence } = await gradeSubmission({
    assignment: loadAssignment(at('assignments', id)),
    source,
    fileName: file,
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: values.seed,
    seedIsPublic: true,
    engine,
  });
  const printed = evidence.cases.map(({ run }) => [run.stdout, run.stderr]);
  const { durationMs: _, ...environment } = result.environment;
  return JSON.stringify({ ...result, environment, printed });
}

function shuffled(list, seed) {
  const key = (each) => createHash('sha256').update(`${seed} ${each.name}`).digest('hex');
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function progress(what, done) {
  if (done % 20 === 0) process.stderr.write(`${what}: ${done}\n`);
}
