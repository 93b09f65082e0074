// `npm run bench:estimate`: estimated and measured times on an H200, launch by launch, and with `--submissions` the
// estimated and measured ratio of every submission that a calibration names. Prints Markdown.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, fail, runNpm } from './lib/project.mjs';

const { values } = parseArgs({ options: { submissions: { type: 'boolean' } } });
ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
const { COMPARED_ON, estimateLaunch } = await import(at('dist', 'modules', 'grader', 'timing', 'estimate', 'index.js'));
const { countedLaunchSchema } = await import(at('dist', 'modules', 'grader', 'spec', 'index.js'));

const read = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'));
const digits = (value) => String(Number(value.toPrecision(3)));

const launches = read('test', 'fixtures', 'estimate', 'launches.json').map(
  ({ name, source, measuredMs, ...counted }) => {
    const { seconds, bound } = estimateLaunch(countedLaunchSchema.parse(counted), COMPARED_ON);
    return { name, source, measured: measuredMs, estimated: 1e3 * seconds, bound };
  },
);
for (const source of ['timed', 'profiled']) {
  const rows = launches.filter((launch) => launch.source === source);
  const unit = source === 'timed' ? 1 : 1000;
  console.log(`\n| launch | estimated, ${unit === 1 ? 'ms' : 'µs'} | measured | estimated / measured | bound |`);
  console.log('| --- | ---: | ---: | ---: | --- |');
  for (const { name, measured, estimated, bound } of rows)
    console.log(
      `| ${name} | ${digits(unit * estimated)} | ${digits(unit * measured)} | ${digits(estimated / measured)} | ${bound} |`,
    );
  console.log(`\nKendall's tau ${digits(tau(rows))}`);
}
console.log(`\nKendall's tau of all: ${digits(tau(launches))}`);
if (values.submissions) compareSubmissions();

function compareSubmissions() {
  console.log('\n| exercise | submission | estimated ratio | measured ratio |\n| --- | --- | ---: | ---: |');
  const taus = [];
  for (const id of readdirSync(at('assignments')).sort()) {
    const calibration = ['assignments', id, 'calibration', 'nvidia-h200.json'];
    if (!existsSync(at(...calibration))) continue;
    const rows = read(...calibration).measured.flatMap(({ file, ratio }) => {
      const estimated = estimatedRatio(id, at('assignments', id, 'submissions', file));
      return estimated === null ? [] : [{ file, estimated, measured: ratio }];
    });
    for (const { file, estimated, measured } of rows)
      console.log(`| ${id} | ${file} | ${digits(estimated)} | ${digits(measured)} |`);
    if (rows.length > 2) taus.push(`${id} ${digits(tau(rows))} (${rows.length})`);
  }
  console.log(`\nKendall's tau: ${taus.join(', ')}`);
}

/** Times as fast as the baseline, the GPU filled; null where there is no estimate. */
function estimatedRatio(id, file) {
  const command = [at('dist', 'grader', 'cli', 'bin.js'), 'submit', id, file, '--target', 'emulator', '--seed', '1'];
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return (
      JSON.parse(execFileSync(process.execPath, [...command, '--nvcc', 'off', '--json', '-'], options)).estimate
        ?.filledRatio ?? null
    );
  } catch {
    return null;
  }
}

/** Kendall's tau-b of estimated and measured. */
function tau(rows) {
  let [agreement, a, b] = [0, 0, 0];
  for (const [i, one] of rows.entries())
    for (const other of rows.slice(0, i)) {
      const x = Math.sign(one.estimated - other.estimated);
      const y = Math.sign(one.measured - other.measured);
      agreement += x * y;
      a += x * x;
      b += y * y;
    }
  return agreement / Math.sqrt(a * b);
}
