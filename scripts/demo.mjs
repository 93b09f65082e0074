// `npm run demo`: from a clean clone to real feedback. Installs and builds what is missing, then grades an accepted and a
// rejected submission of each assignment with one warm grader, and shows what was wrong and where the reports are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { demoPairs, surprise } from './lib/demo-pairs.mjs';
import { at, ensureDependencies, fail, root, runNpm } from './lib/project.mjs';

const WIDTH = 80;

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
const { loadAssignment, openGrader } = await import('../dist/grader/api/index.js');
const { parse } = await import('yaml');

const colored = process.stdout.isTTY === true && !process.env.NO_COLOR;
const [bold, green, red, dim] = [1, 32, 31, 2].map(
  (code) => (text) => (colored ? `\u001b[${code}m${text}\u001b[0m` : text),
);
const folder = at('grade-report', 'demo');
const shown = relative(process.cwd(), folder);
const surprises = [];
let count = 0;
const grader = await openGrader();
const started = performance.now();
for (const { id, accepted, rejected } of demoPairs(parse)) {
  const assignment = loadAssignment(id);
  console.log(`\n${bold(`${id}: ${assignment.title}`)}`);
  for (const entry of [accepted, rejected]) {
    const { result, reports } = await grader.grade(assignment, { file: entry.path }, { seed: '1' });
    const [report] = reports('html');
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(join(folder, id, entry.file.replace(/(?:\.cu)?$/, '.html')), report.content);
    count += 1;
    print(entry, result);
    const unlike = surprise(entry, result);
    if (unlike !== null) surprises.push(`${relative(root, entry.path)}: ${unlike}`);
  }
}
await grader.close();
const { user, system } = process.cpuUsage();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`
${count} submissions in ${seconds} s (${((user + system) / 1e6).toFixed(0)} s of processor time). Each has a page with
pictures, hints and launches, for example ${shown}/matmul-2d/*.html.

Grade a file of your own: node dist/grader/cli/bin.js submit <assignment> <file.cu>`);
if (surprises.length > 0) fail(`these submissions did not get the expected verdict:\n  ${surprises.join('\n  ')}`);

/** Prints the verdict, and of a rejected submission the student's thought and the finding at its line. */
function print({ file, path, about, rule, line }, { verdict, score, maxScore, checks }) {
  const points = `${score} of ${maxScore} points`;
  if (verdict === 'passed') {
    console.log(`${green('✓')} ${file}  ${points}`);
    return;
  }
  const failed = checks.filter(({ status }) => status === 'failed').map(({ id }) => id);
  console.log(`${red('✗')} ${file}  ${points}; failed: ${failed.join(', ')}`);
  if (about) console.log(wrap(`The student thought: ${about}`, '  '));
  const finding = checks.flatMap(({ findings }) => findings).find((one) => one.rule === rule && one.line === line);
  if (!finding) return;
  const where = finding.line ? `line ${finding.line}: ` : '';
  console.log(wrap(`${where}${finding.message} [${finding.rule}]`, '  '));
  if (finding.line) console.log(excerpt(readFileSync(path, 'utf8').split('\n'), finding.line));
}

function excerpt(lines, line) {
  return [line - 1, line, line + 1]
    .filter((number) => lines[number - 1] !== undefined)
    .map((number) => {
      const text = `  ${number === line ? '>' : ' '} ${String(number).padStart(3)} | ${lines[number - 1]}`;
      return number === line ? bold(text) : dim(text);
    })
    .join('\n');
}

function wrap(text, indent) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== '' && indent.length + line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
}
