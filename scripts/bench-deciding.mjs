// Looks for the line that decides in rejected submissions, and prints a row for each; at the end, how often the first line
// of a report is the cause that the manifest names.
// node scripts/bench-deciding.mjs [--limit MS] [<assignment>[:<file.cu>] ...]   (after `npm run build`; default: 4000, all)
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const modules = new URL('../dist/modules/grader/', import.meta.url);
const load = (path) => import(new URL(path, modules).href);
const { openEngine } = await load('pipeline/engine/index.js');
const { gradeSubmission } = await load('pipeline/grade/index.js');
const { decide } = await load('pipeline/decide/index.js');
const { loadAssignment } = await load('spec/index.js');
const { parseSubmissions } = await load('authoring/submissions.js');

const { values, positionals } = parseArgs({ options: { limit: { type: 'string' } }, allowPositionals: true });
const limitMs = Number(values.limit ?? 4000);
const all = readdirSync(new URL('../assignments/', import.meta.url)).filter((name) => !name.includes('.'));
const wanted = positionals.length > 0 ? positionals : all;
const totals = { submissions: 0, findingIsCause: 0, firstIsCause: 0, namedElsewhere: 0, namedWrong: 0 };
const local = await openEngine({ dir: 'off', maxMiB: null });
try {
  console.log(
    '| exercise | submission | finding | cause | line that decides | candidates | runs | ms | ms of processors |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const name of wanted) {
    const [id, only] = name.split(':');
    const folder = new URL(`../assignments/${id}/`, import.meta.url);
    const assignment = loadAssignment(folder.pathname);
    const path = new URL('submissions/manifest.yaml', folder);
    for (const { file, line, cause = line } of parseSubmissions(readFileSync(path, 'utf8'), path.pathname).rejected) {
      // Lines that decide are looked for in CUDA C++.
      if ((only !== undefined && only !== file) || !file.endsWith('.cu')) continue;
      const source = readFileSync(new URL(`submissions/rejected/${file}`, folder), 'utf8');
      const about = { assignment, source, fileName: file, engine: local.engine };
      const { evidence, cases } = await gradeSubmission({ ...about, sha256: '0', seed: '1', seedIsPublic: true });
      const started = performance.now();
      const used = process.cpuUsage();
      const found = await decide({ ...about, evidence, cases, limitMs });
      const ms = Math.round(performance.now() - started);
      const { user, system } = process.cpuUsage(used);
      const cpu = Math.round((user + system) / 1e3);
      totals.submissions++;
      if (line === cause) totals.findingIsCause++;
      if ((found.line ?? line) === cause) totals.firstIsCause++;
      if (found.line !== null && found.line !== line) totals.namedElsewhere++;
      if (found.line !== null && found.line !== line && found.line !== cause) totals.namedWrong++;
      const decided = found.line ?? (found.ended ? `none (${found.ended})` : 'none');
      const cells = [id, file, line, cause, decided, found.candidates, found.runs, ms, cpu];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  console.log(JSON.stringify(totals));
} finally {
  await local.dispose();
}
