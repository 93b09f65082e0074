// `npm run demo`: from a clean clone to real feedback. Installs and builds what is missing, then grades an accepted
// submission and several rejected ones of each assignment, prints what a student would read and says where the reports lie.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { at, ensureDependencies, fail, root, runNpm, say } from './lib/project.mjs';

const REJECTED_EACH = 4;

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
const { parse } = await import('yaml');

const grade = at('dist', 'grader', 'cli', 'bin.js');
const reports = [];
let surprises = 0;
for (const id of assignments()) {
  const { accepted, rejected } = parse(readFileSync(at('assignments', id, 'submissions', 'manifest.yaml'), 'utf8'));
  heading(`${id}: an accepted submission`);
  submit(id, 'accepted', accepted[0].file, 0);
  for (const entry of oneOfEachRule(rejected).slice(0, REJECTED_EACH)) {
    heading(`${id}: ${entry.about ?? entry.rule}`);
    submit(id, 'rejected', entry.file, 1);
  }
}
heading('Reports');
for (const { name, folder } of reports)
  console.log(`${name.padEnd(52)} ${relative(process.cwd(), folder)}/report.html`);
console.log('\nGrade a file of your own: node dist/grader/cli/bin.js submit <assignment> <file.cu>');
if (surprises > 0) fail(`${surprises} submissions did not get the verdict that they must get`);

function assignments() {
  return readdirSync(at('assignments')).filter((id) =>
    existsSync(at('assignments', id, 'submissions', 'manifest.yaml')),
  );
}

/** The first submission for each rule, so that the demo shows different findings. */
function oneOfEachRule(entries) {
  const seen = new Set();
  return entries.filter(({ rule }) => {
    if (seen.has(rule)) return false;
    seen.add(rule);
    return true;
  });
}

function submit(id, kind, file, expected) {
  const path = at('assignments', id, 'submissions', kind, basename(file));
  const folder = at('grade-report', 'demo', id, basename(file, '.cu'));
  mkdirSync(folder, { recursive: true });
  const shown = relative(root, path);
  console.log(`$ grade submit ${id} ${shown}\n`);
  const { status } = spawnSync(
    process.execPath,
    [grade, 'submit', id, shown, '--report-dir', folder, '--target', 'emulator'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  reports.push({ name: `${id}/${basename(file)}`, folder });
  if (status === expected) return;
  say(`expected exit status ${expected}, got ${status}`);
  surprises += 1;
}

function heading(text) {
  console.log(`\n${'-'.repeat(80)}\n${text}\n${'-'.repeat(80)}`);
}
