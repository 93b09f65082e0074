// `npm run lint:words`: plain words in what users and contributors read; `npm test` runs it too. The rules are in
// lib/words.mjs, and CONTRIBUTING.md gives their reasons. Messages, documentation and titles of tests must have no
// finding; comments have at most COMMENTS findings. `--all` lists these as well, and `--counts` prints a table.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at, say } from './lib/project.mjs';
import { lintWords, RULES } from './lib/words.mjs';

/** The findings in comments that are left. Lower the number when you have rewritten some; it must not rise. */
const COMMENTS = 1_602;

const MARKDOWN =
  /^(docs\/(?!bench\/).*\.md|assignments\/[^/]+\/handout\.md|templates\/.*\.md(\.hbs)?|(docker\/)?README\.md|(CONTRIBUTING|SECURITY)\.md)$/;
/** Headers of the C library are not ours. */
const CODE =
  /^(?!native\/sysroot\/wasm64\/)(?:(?:grader|test|scripts|native)\/.*\.(?:ts|mjs|c|h)|native\/.*\.(?:cc|cu))$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: at(),
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => MARKDOWN.test(path) || CODE.test(path));

const findings = files.flatMap((path) => {
  const source = read(path);
  return source === null ? [] : lintWords(path, source).map((finding) => ({ path, ...finding }));
});
const inComments = ({ scope }) => scope === 'C';
const counted = findings.filter(inComments);
const wrong = findings.filter((finding) => !inComments(finding));

const options = new Set(process.argv.slice(2));
if (options.has('--counts')) printCounts();
else for (const finding of options.has('--all') ? findings : wrong) console.log(line(finding));
if (wrong.length > 0) say(`${wrong.length} sentences break a rule for words; CONTRIBUTING.md, "Words", has the rules.`);
if (counted.length > COMMENTS)
  say(`Comments break rules for words ${counted.length} times; the maximum is ${COMMENTS}. --all lists them.`);
if (counted.length < COMMENTS)
  say(`Comments break rules for words ${counted.length} times: set COMMENTS in scripts/lint-words.mjs to this.`);
process.exitCode = wrong.length > 0 || counted.length > COMMENTS ? 1 : 0;

/** @returns the text of a file, or `null` if it is deleted but not yet committed */
function read(path) {
  try {
    return readFileSync(at(path), 'utf8');
  } catch {
    return null;
  }
}

function line({ path, line: number, rule, text }) {
  return `${path}:${number}: ${rule.id}: "${text}". Use instead: ${rule.instead}`;
}

function printCounts() {
  const scopes = { M: 'messages', U: 'documents', T: 'titles', C: 'comments' };
  console.log(['rule', ...Object.values(scopes)].join('\t'));
  for (const { id } of RULES) {
    const of = findings.filter(({ rule }) => rule.id === id);
    console.log([id, ...Object.keys(scopes).map((key) => of.filter(({ scope }) => scope === key).length)].join('\t'));
  }
}
