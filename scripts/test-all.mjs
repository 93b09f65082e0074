// `npm run test:all`: every test. `npm test` comes first, then every other project of vitest.config.ts, one after the
// other. Two wait for clocks most of the time, so each runs beside others, and its output is printed when it ends.
// `--after-test` leaves out `npm test`, and `--shard=authoring=1/2` runs one half of a project.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, fail, npmCommand, runNpm } from './lib/project.mjs';
import { BESIDE, ORDER } from './lib/test-order.mjs';

const { values } = parseArgs({
  options: { 'after-test': { type: 'boolean' }, shard: { type: 'string', multiple: true, default: [] } },
});
ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
mkdirSync(at('.cache'), { recursive: true });
const shards = new Map(values.shard.map((text) => text.split(/=(.*)/).slice(0, 2)));
const running = new Map();
const children = new Set();
const times = [];
let failed = 0;
// What runs beside others has to end with this script.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  });
}

if (!values['after-test']) await here('test', ['test']);
for (const name of ORDER) {
  for (const other of BESIDE.filter(({ from }) => from === name)) begin(other.name);
  if (!running.has(name)) await here(name, argumentsOf(name));
  for (const other of BESIDE.filter(({ until }) => until === name)) await end(other.name);
}
console.log(`tests took: ${times.join(', ')}`);
process.exitCode = failed === 0 ? 0 : 1;

function argumentsOf(name) {
  const shard = shards.get(name);
  return ['run', '--silent', `test:${name}`, ...(shard === undefined ? [] : ['--', `--shard=${shard}`])];
}

/** Runs a script of package.json with this terminal's output. */
async function here(name, args) {
  await finish(name, 'inherit', args);
}

/** Starts a project beside others. */
function begin(name) {
  const log = at('.cache', `test-${name}.log`);
  const file = openSync(log, 'w');
  running.set(name, { log, ended: finish(name, file, argumentsOf(name)) });
  closeSync(file);
}

async function end(name) {
  const { log, ended } = running.get(name);
  await ended;
  process.stdout.write(readFileSync(log, 'utf8'));
}

/** Starts a script. Resolves when it has ended, with its time and its processor time in the last line of all. */
function finish(name, output, args) {
  const began = Date.now();
  const worked = busy();
  const { program, args: before, options } = npmCommand();
  const child = spawn(program, [...before, ...args], { cwd: at(), stdio: ['ignore', output, output], ...options });
  children.add(child);
  return new Promise((resolve) => {
    const done = (status) => {
      children.delete(child);
      const took = (Date.now() - began) / 1000;
      // More than one processor has worked if this is over 100 %; what runs beside it is in it.
      const share = Math.round(((busy() - worked) / 1000 / took) * 100);
      times.push(`${name} ${took.toFixed(0)} s (${share} %)`);
      if (status !== 0) failed += 1;
      resolve();
    };
    child.on('error', () => done(1));
    child.on('close', done);
  });
}

/** Milliseconds that all processors have worked. */
function busy() {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
