// Looks for the line that decides in rejected submissions, without a limit of time, and prints a row for each.
// node scripts/bench-deciding.mjs <assignment>[:<file.cu>] ...   (after `npm run build`)
import { readFileSync } from 'node:fs';

const modules = new URL('../dist/modules/grader/', import.meta.url);
const load = (path) => import(new URL(path, modules).href);
const { openEngine } = await load('pipeline/engine/index.js');
const { gradeSubmission } = await load('pipeline/grade/index.js');
const { decide } = await load('pipeline/decide/index.js');
const { loadAssignment } = await load('spec/index.js');
const { parseSubmissions } = await load('authoring/submissions.js');

const wanted = process.argv.slice(2);
if (wanted.length === 0) throw new Error('Name at least one assignment.');
const local = await openEngine({ dir: 'off', maxMiB: null });
try {
  console.log(
    '| exercise | submission | line of the finding | line that decides | candidates | runs | ms | ms of processors |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const name of wanted) {
    const [id, only] = name.split(':');
    const folder = new URL(`../assignments/${id}/`, import.meta.url);
    const assignment = loadAssignment(folder.pathname);
    const path = new URL('submissions/manifest.yaml', folder);
    for (const { file, line } of parseSubmissions(readFileSync(path, 'utf8'), path.pathname).rejected) {
      // Lines that decide are looked for in CUDA C++.
      if ((only !== undefined && only !== file) || !file.endsWith('.cu')) continue;
      const source = readFileSync(new URL(`submissions/rejected/${file}`, folder), 'utf8');
      const about = { assignment, source, fileName: file, engine: local.engine };
      const { evidence, cases } = await gradeSubmission({ ...about, sha256: '0', seed: '1', seedIsPublic: true });
      const started = performance.now();
      const used = process.cpuUsage();
      const found = await decide({ ...about, evidence, cases, limitMs: 120_000 });
      const ms = Math.round(performance.now() - started);
      const { user, system } = process.cpuUsage(used);
      const cpu = Math.round((user + system) / 1e3);
      const decided = found.line ?? (found.ended ? `none (${found.ended})` : 'none');
      console.log(`| ${id} | ${file} | ${line} | ${decided} | ${found.candidates} | ${found.runs} | ${ms} | ${cpu} |`);
    }
  }
} finally {
  await local.dispose();
}
