// The processor time of single submissions, of all threads, in one process that stays warm: 60 shipped ones, distinct
// and spread over all assignments. Prints Markdown.
//   node scripts/bench-submissions.mjs [--count 60] [--runs 2] [--against OTHER]
// `--against` names another built checkout: each submission is graded by both, in turn.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { at, say } from './lib/project.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    runs: { type: 'string', default: '2' },
    against: { type: 'string' },
    serve: { type: 'string' },
  },
});
if (values.serve) await serve(values.serve);
else await measure(Number(values.count), Number(values.runs), values.against);

async function measure(count, runs, against) {
  const files = chosen(count);
  const checkouts = [at('.'), ...(against ? [resolve(against)] : [])];
  const graders = checkouts.map(start);
  try {
    // The first submission of a process pays for what all share.
    for (const grader of graders) await grader.ask(files[0]);
    const rows = [];
    for (const file of files) {
      const least = graders.map(() => Number.POSITIVE_INFINITY);
      for (let run = 0; run < runs; run++)
        for (const [index, grader] of graders.entries())
          least[index] = Math.min(least[index], (await grader.ask(file)).ms);
      const [own, other] = least;
      const { metered } = await graders[0].ask(file);
      rows.push({ file, own, other, growth: other ? own / other - 1 : 0, metered });
      say(`${rows.length}/${files.length} ${name(file)}: ${least.map((ms) => ms.toFixed(0)).join(' ms, before ')} ms`);
    }
    print(rows, against !== undefined);
  } finally {
    for (const grader of graders) grader.end();
  }
}

/** Submissions of all assignments in turn: the accepted and the rejected ones alternate. */
function chosen(count) {
  const byAssignment = readdirSync(at('assignments'))
    .filter((id) => existsSync(at('assignments', id, 'submissions')))
    .sort()
    .map((id) => {
      const [accepted, rejected] = ['accepted', 'rejected'].map((kind) => {
        const folder = at('assignments', id, 'submissions', kind);
        const names = readdirSync(folder).filter((file) => file.endsWith('.cu'));
        return names.sort().map((file) => join(folder, file));
      });
      return rejected.flatMap((file, index) => [...accepted.slice(index, index + 1), file]);
    });
  const files = [];
  for (let turn = 0; files.length < count; turn++) {
    const next = byAssignment.flatMap((of) => of.slice(turn, turn + 1));
    if (next.length === 0) break;
    files.push(...next);
  }
  return files.slice(0, count);
}

function name(file) {
  return file.split('/').slice(-4).join('/').replace('/submissions', '');
}

function print(rows, isCompared) {
  console.log(`| submission | ms |${isCompared ? ' before, ms | growth |' : ''} metered |`);
  console.log(`| --- | --- |${isCompared ? ' --- | --- |' : ''} --- |`);
  const byGrowth = [...rows].sort((a, b) => (isCompared ? b.growth - a.growth : b.own - a.own));
  for (const { file, own, other, growth, metered } of byGrowth) {
    const compared = isCompared ? ` ${other.toFixed(0)} | ${(100 * growth).toFixed(0)} % |` : '';
    console.log(`| ${name(file)} | ${own.toFixed(0)} |${compared} ${metered ? 'yes' : ''} |`);
  }
  if (!isCompared) return;
  const plain = rows.filter(({ metered }) => !metered).sort((a, b) => a.growth - b.growth);
  const over = plain.filter(({ own, other }) => own - other > Math.max(0.6 * other, 500));
  const median = plain[Math.floor(plain.length / 2)];
  console.log(
    `\nmedian growth ${(100 * median.growth).toFixed(1)} %, over the limit: ${over.length} of ${plain.length}`,
  );
}

function start(checkout) {
  const child = spawn(process.execPath, [at('scripts', 'bench-submissions.mjs'), '--serve', checkout], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(file) {
      child.stdin.write(`${file}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${checkout} does not grade`);
      return JSON.parse(value);
    },
    end: () => child.stdin.end(),
  };
}

/** Grades what it is asked on standard input, a path a line. */
async function serve(checkout) {
  // A checkout from before modules were bundled has them in dist/ itself.
  const modules = existsSync(join(checkout, 'dist', 'modules'))
    ? join(checkout, 'dist', 'modules')
    : join(checkout, 'dist');
  const load = (path) => import(pathToFileURL(join(modules, 'grader', path)).href);
  const { openEngine } = await load('pipeline/engine/index.js');
  const { gradeSubmission } = await load('pipeline/grade/index.js');
  const { loadAssignment, resolveAssignment } = await load('spec/index.js');
  const { engine, dispose } = await openEngine({ dir: 'off', maxMiB: null }, { cases: 2 });
  const judged = engine.judge;
  let metered = false;
  if (judged) {
    engine.judge = async (...about) => {
      const result = await judged(...about);
      metered ||= result.status === 'metered';
      return result;
    };
  }
  let count = 0;
  for await (const file of createInterface({ input: process.stdin })) {
    const assignment = loadAssignment(resolveAssignment(basename(join(file, '..', '..', '..'))).folder);
    // No cache may know it.
    const source = `${readFileSync(file, 'utf8')}\n// ${count++}\n`;
    const before = process.cpuUsage();
    metered = false;
    const { result } = await gradeSubmission({
      assignment,
      source,
      fileName: basename(file),
      sha256: engine.sha256(source),
      seed: '1',
      seedIsPublic: true,
      engine,
    });
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ ms: (user + system) / 1000, metered, verdict: result.verdict }));
  }
  await dispose();
}
