// `npm run bench:counters`: the counters of test/fixtures/gpu/counter-kernels.cu, launch by launch, beside those that an
// H200 counted. Prints Markdown; `--out FILE` writes it too.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, fail, runNpm } from './lib/project.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
const { Compiler } = await import(at('dist', 'modules', 'grader', 'compile', 'index.js'));
const { RunPool } = await import(at('dist', 'modules', 'grader', 'host', 'index.js'));

const fixture = (name) => readFileSync(at('test', 'fixtures', 'gpu', name), 'utf8');
const gpu = JSON.parse(fixture('h200-counters.json'));
const { differences, reasons } = JSON.parse(fixture('differences.json'));
const launches = await emulate(fixture('counter-kernels.cu'));

// In the order of the columns; a short name for each.
const COUNTERS = {
  globalLoadRequests: 'load requests',
  globalLoadSectors: 'load sectors',
  globalStoreRequests: 'store requests',
  globalStoreSectors: 'store sectors',
  sharedLoadInstructions: 'shared loads',
  sharedLoadWavefronts: 'load wavefronts',
  sharedLoadBankConflicts: 'load conflicts',
  sharedStoreInstructions: 'shared stores',
  sharedStoreWavefronts: 'store wavefronts',
  sharedStoreBankConflicts: 'store conflicts',
};
const names = Object.keys(COUNTERS);
const compared = names.map((name) => {
  const pairs = launches.map((counters, index) => [counters[name], gpu[index][name]]);
  const counted = pairs.filter(([, theirs]) => theirs !== 0);
  return {
    name,
    counted: counted.length,
    equal: counted.filter(([ours, theirs]) => ours === theirs).length,
    wrongZeros: pairs.filter(([ours, theirs]) => theirs === 0 && ours !== 0).length,
  };
});
const rows = launches.map((counters, index) => {
  const { kernel, grid, block } = gpu[index];
  const cells = names.map((name) => {
    const [ours, theirs] = [counters[name], gpu[index][name]];
    return ours === theirs ? String(ours) : `**${ours}**, GPU ${theirs}`;
  });
  return `| ${[index, `\`${kernel.replace(/^void |\(.*$/g, '')}\``, plain(grid), plain(block), ...cells].join(' | ')} |`;
});
const text = `| counter | not 0 on the GPU | equal | 0 on the GPU alone |
| --- | --- | --- | --- |
${compared.map(({ name, counted, equal, wrongZeros }) => `| ${name} | ${counted} | ${equal} | ${wrongZeros} |`).join('\n')}

One number: both machines count the same. In bold what the emulator counts where they differ.

| launch | kernel | grid | block | ${Object.values(COUNTERS).join(' | ')} |
| --- | --- | --- | --- | ${names.map(() => '---').join(' | ')} |
${rows.join('\n')}

| launch | counter | emulator | GPU | off by | why |
| --- | --- | --- | --- | --- | --- |
${differences.map(({ launch, counter, emulator, gpu: theirs, reason }) => `| ${launch} | ${counter} | ${emulator} | ${theirs} | ${((100 * (emulator - theirs)) / theirs).toFixed(1)} % | ${reason} |`).join('\n')}

${Object.entries(reasons)
  .map(([reason, why]) => `- **${reason}**: ${why}`)
  .join('\n')}
`;
console.log(text);
if (values.out !== undefined) writeFileSync(values.out, text);

function plain(extents) {
  return extents.replace(/[()]/g, '').replace(/, /g, ' × ');
}

async function emulate(source) {
  const compiler = new Compiler();
  const pool = new RunPool({ size: 1 });
  const options = { prototype: null, heapBytes: 64 << 20, timeoutMs: 60_000 };
  const program = await compiler.compile(source, 'counter-kernels.cu', options);
  if (program.status !== 'compiled') fail(JSON.stringify(program.diagnostics));
  const limits = { deviceSteps: 1e9, wallMs: 60_000, hostMemoryBytes: 2 ** 26, outputBytes: 1000, launches: 50 };
  const run = await pool.run(
    { program, entry: 'main', args: [], layoutSeed: 1, counters: true, limits },
    { symbolize: (...request) => compiler.symbolize(...request) },
  );
  await Promise.all([compiler.dispose(), pool.dispose()]);
  if (run.launches.length !== gpu.length) fail(`${run.launches.length} launches instead of ${gpu.length}`);
  return run.launches.map(({ outcome }) => outcome.counters);
}
