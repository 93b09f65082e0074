// The class page of a generated class: time to make it, its size, and the time Chromium takes to show, sort and filter
// it. Prints Markdown; --write keeps the page itself. Runs on the sources, so nothing has to be built.
//   node scripts/bench-class-page.mjs [--students 1000] [--runs 5] [--timed] [--write class.html]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { register } from 'tsx/esm/api';
import { fail, say } from './lib/project.mjs';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '5' },
    write: { type: 'string' },
    timed: { type: 'boolean', default: false },
  },
});
const [students, runs] = [Number(values.students), Number(values.runs)];
if (![students, runs].every((value) => Number.isInteger(value) && value >= 1))
  fail('--students and --runs take numbers of at least 1', 2);

register();
const { renderClassPage } = await import('../grader/batch/class-page/index.ts');
const { generatedClass } = await import('../test/batch/class-page/generated.ts');
const { findChromium } = await import('../test/report/chromium.ts');
const { book, readSource } = generatedClass(students, { timed: values.timed });

let html = '';
const made = Array.from({ length: runs }, () => {
  const started = performance.now();
  html = renderClassPage(book, { readSource, report: 'report.html' });
  return performance.now() - started;
});
if (values.write !== undefined) writeFileSync(values.write, html);
const looks = await inChromium(html);

say(`load average ${loadavg()[0]?.toFixed(1)}, ${cpus().length} processors, Node ${process.version}`);
console.log(`| ${students} students, ${book.assignments.length} assignments | first | median of ${runs} |
| --- | --- | --- |
| made, ms | ${made[0].toFixed(0)} | ${median(made).toFixed(0)} |
| size, MB | ${(Buffer.byteLength(html) / 1e6).toFixed(2)} | |
${Object.keys(looks[0] ?? {})
  .map((name) => {
    const all = looks.map((look) => look[name]);
    return `| ${name}, ms | ${all[0].toFixed(0)} | ${median(all).toFixed(0)} |`;
  })
  .join('\n')}`);

/** A process of the browser for each run, so that nothing is warm. */
async function inChromium(page) {
  const executablePath = findChromium('The page is made and not opened');
  if (executablePath === null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'class-page-'));
  const path = join(folder, 'class.html');
  writeFileSync(path, page);
  try {
    const all = [];
    for (let run = 0; run < runs; run++) all.push(await look(executablePath, pathToFileURL(path).href));
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function look(executablePath, url) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const started = performance.now();
    await page.goto(url, { waitUntil: 'load' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const opened = performance.now() - started;
    const act = (body) =>
      page.evaluate(`new Promise((done) => {
      const started = performance.now();
      ${body};
      // What comes into view is laid out in the frame after.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(performance.now() - started))));
    })`);
    return {
      'opened and painted': opened,
      'table scrolled into view': await act(`document.querySelector('.students').scrollIntoView()`),
      sorted: await act(`document.querySelectorAll('.students th button')[1].click()`),
      filtered: await act(
        `const search = document.querySelector('.students input'); search.value = 'guards'; search.dispatchEvent(new Event('input'))`,
      ),
    };
  } finally {
    await browser.close();
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
