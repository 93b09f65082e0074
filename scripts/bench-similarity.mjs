// `node scripts/bench-similarity.mjs`: how long `grade similarity` takes for classes of 100, 300 and 1,000 made-up
// programs, how often honest ones are above the threshold, and which copies of what ships are found. Prints Markdown.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { at, ensureDependencies, say } from './lib/project.mjs';

const { values } = parseArgs({ options: { class: { type: 'string' } } });
ensureDependencies();
register();
const { compare, DEFAULT_THRESHOLD, givenSources } = await import('../grader/batch/similarity/index.ts');
const { honestClass } = await import('../test/batch/similarity/classes.ts');
const { DISGUISES, halfCopied } = await import('../test/batch/similarity/copies.ts');

const SIZES = [100, 300, 1000];
const ENTRIES = { grayscale: 'rgb_to_grayscale', 'matmul-2d': 'matmul', 'matmul-tiled': 'matmul' };

if (values.class !== undefined) await measureClass(Number(values.class));
else {
  console.log(
    '| submissions | s | peak MiB | pairs above the threshold | of all pairs |\n| --- | --- | --- | --- | --- |',
  );
  // A process each: the peak of one must not hide that of another.
  for (const size of SIZES) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [process.argv[1], '--class', String(size)], {
      encoding: 'utf8',
    });
    if (status !== 0) say(stderr);
    process.stdout.write(stdout);
  }
  console.log('\n| copies | assignment | found | lowest score | median |\n| --- | --- | --- | --- | --- |');
  for (const id of Object.keys(ENTRIES)) await measureCopies(id);
}

async function measureClass(size) {
  const students = new Map(honestClass(size, 5).map(({ student, source }) => [student, source]));
  const started = process.hrtime.bigint();
  const { pairs, more } = await compareAll('matmul-2d', students, { top: 100 });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const above = pairs.length + more;
  const share = (100 * above) / ((size * (size - 1)) / 2);
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(`| ${size} | ${seconds.toFixed(1)} | ${peak.toFixed(0)} | ${above} | ${share.toFixed(1)} % |`);
}

async function measureCopies(id) {
  const folder = at('assignments', id, 'submissions', 'accepted');
  const names = readdirSync(folder).filter((name) => name.endsWith('.cu'));
  const all = new Map(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
  const independent = await compareAll(id, all, { threshold: 0.01 });
  const row = (what, scores) => {
    const sorted = [...scores].sort((a, b) => a - b);
    const found = sorted.filter((score) => score >= DEFAULT_THRESHOLD).length;
    const median = sorted[sorted.length >> 1];
    console.log(`| ${what} | ${id} | ${found} of ${sorted.length} | ${sorted[0].toFixed(2)} | ${median.toFixed(2)} |`);
  };
  for (const strength of [...Object.keys(DISGUISES), 'half copied']) {
    const scores = [];
    for (const [index, name] of names.entries()) {
      const students = new Map(all);
      const other = names[(index + 3) % names.length];
      if (strength === 'half copied') students.delete(other);
      const source = all.get(name);
      const copy =
        strength === 'half copied' ? halfCopied(source, all.get(other), ENTRIES[id]) : DISGUISES[strength](source);
      students.set('~copy', copy);
      const { pairs } = await compareAll(id, students, { threshold: 0.01 });
      const student = ({ document }) => document.submission.student;
      scores.push(pairs.find(({ left, right }) => student(left) === name && student(right) === '~copy')?.score ?? 0);
    }
    row(strength, scores);
  }
  const none = (names.length * (names.length - 1)) / 2 - independent.pairs.length;
  row('none: independent pairs', [
    ...independent.pairs.map(({ score }) => score),
    ...Array.from({ length: none }, () => 0),
  ]);
  say(`${id}: highest of independent pairs ${independent.pairs[0]?.score.toFixed(3)}`);
}

function compareAll(id, students, options) {
  return compare({
    assignment: { id, title: id },
    submissions: [...students].map(([student, source]) => ({
      student,
      attempt: null,
      term: 'current',
      files: [{ name: `${student}.cu`, source }],
    })),
    skipped: [],
    given: givenSources({ folder: at('assignments', id) }),
    threshold: DEFAULT_THRESHOLD,
    top: 1_000,
    ...options,
  });
}
