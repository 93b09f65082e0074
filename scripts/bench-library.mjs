// `npm run bench:library`: scripts/bench-library.cpp, linked with the libraries of Clang's package and with our own
// (native/sysroot/), in turn and in one process. Prints Markdown: the least processor time of `--rounds` runs, and whether
// both print the same.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';
import { at, ensureDependencies, fail, runNpm } from './lib/project.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
const load = (path) => import(at('dist', 'modules', 'grader', ...path.split('/')));
const { createClang } = await load('compile/clang.js');
const { Assets } = await load('compile/assets.js');
const { compileClang } = await load('platform/packaged/index.js');

const assets = new Assets();
const clang = createClang(await compileClang(2 ** 30), assets.sysroot());
const NAMES = ['libc++.a', 'libc++abi.a', 'libc.a', 'libclang_rt.builtins.a'];
const sets = { 'the package': packaged(), ours: Object.fromEntries(NAMES.map((name) => [name, own(name)])) };

/** Arguments as for host code, without what is CUDA's. */
const flags = [...assets.flags.common, '-O1'].filter(
  (flag) => !/^-fno-cuda|^-target-sdk|^-D__(?:CUDACC|NVCC)/.test(flag),
);
const language = flags.map((flag) => (flag === 'cuda' ? 'c++' : flag));
const source = readFileSync(at('scripts', 'bench-library.cpp'));
const compiled = clang.run(['clang', '-cc1', ...language, '-emit-obj', '-o', '-', 'bench.cpp'], {
  'bench.cpp': source,
});
if (compiled.code !== 0) fail(compiled.log);

const modules = Object.entries(sets).map(([name, libraries]) => {
  const files = { 'bench.o': compiled.output, 'host.o': assets.file(assets.manifest.host), ...libraries };
  const options = ['--no-entry', '--gc-sections', '--export-table', '--stack-first', '-z', 'stack-size=8388608'];
  const exported = ['__wasm_call_ctors', '__main_void', '__stack_pointer'].map((symbol) => `--export=${symbol}`);
  const inputs = ['bench.o', 'host.o', ...NAMES];
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    const linked = clang.run(['wasm-ld', ...options, ...exported, '-o', 'bench.wasm', ...inputs], files);
    if (linked.code !== 0) fail(linked.log);
    return { milliseconds: performance.now() - began, wasm: linked.file('bench.wasm') };
  });
  return {
    name,
    wasm: times[0].wasm,
    link: Math.min(...times.map(({ milliseconds }) => milliseconds)),
    steps: new Map(),
  };
});
for (let round = 0; round < Number(values.rounds); round++) {
  for (const one of modules) {
    const { out, report } = execute(one.wasm);
    one.out ??= out;
    for (const line of report.trim().split('\n')) {
      const [, step, milliseconds, result] = /^(.*?) +([\d.]+) ms {2}(.*)$/.exec(line);
      const known = one.steps.get(step);
      one.steps.set(step, { least: Math.min(Number(milliseconds), known?.least ?? Infinity), result });
    }
  }
}
const [before, after] = modules;
const ms = (value) => value.toFixed(1);
console.log(`| step | the package, ms | ours, ms | ratio | same result |\n| --- | --- | --- | --- | --- |`);
for (const [step, { least, result }] of before.steps) {
  const other = after.steps.get(step);
  const same = result === other.result ? 'yes' : `${result} and ${other.result}`;
  console.log(`| ${step} | ${ms(least)} | ${ms(other.least)} | ${(least / other.least).toFixed(1)} | ${same} |`);
}
console.log(`| linking | ${ms(before.link)} | ${ms(after.link)} | ${(before.link / after.link).toFixed(1)} | |`);
console.log(
  `\nThe module: ${before.wasm.length} and ${after.wasm.length} bytes. Output equal: ${before.out === after.out}.`,
);

/** Runs a module. Its clock is the time of the processors that this process took, so that other programs change little. */
function execute(wasm) {
  const printed = ['', ''];
  const streams = printed.map((_, index) => {
    const decoder = new TextDecoder();
    return new ConsoleStdout((bytes) => {
      printed[index] += decoder.decode(bytes, { stream: true });
    });
  });
  const wasi = new WASI(['bench'], [], [new OpenFile(new File([])), ...streams]);
  const module = new WebAssembly.Module(wasm);
  const absent = (name) => () => {
    throw new Error(`${name} was called`);
  };
  const clock = (_id, _precision, at) => {
    const { user, system } = process.cpuUsage();
    new DataView(instance.exports.memory.buffer).setBigUint64(at, BigInt(user + system) * 1000n, true);
    return 0;
  };
  const imports = { wasi_snapshot_preview1: { ...wasi.wasiImport, clock_time_get: clock } };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'env' && name.startsWith('invoke_')) {
      // What is thrown ends the run: nothing here throws.
      imports.env = { ...imports.env, [name]: (callee, ...args) => table().get(callee)(...args) };
    } else if (from !== 'wasi_snapshot_preview1') imports[from] = { ...imports[from], [name]: absent(name) };
  }
  const instance = new WebAssembly.Instance(module, imports);
  const table = () => instance.exports.__indirect_function_table;
  wasi.inst = instance;
  instance.exports.__wasm_call_ctors();
  instance.exports.__main_void();
  return { out: printed[0], report: printed[1] };
}

function own(name) {
  return new Uint8Array(readFileSync(at('dist', 'emulator', 'lib', 'wasm32', name)));
}

/** The libraries in the archive of the package. */
function packaged() {
  const tar = readFileSync(at('node_modules', '@yowasp', 'clang', 'gen', 'llvm-resources.tar'));
  const found = {};
  for (let offset = 0; offset + 512 <= tar.length && tar[offset] !== 0; ) {
    const path = tar.toString('latin1', offset, offset + 100).replace(/\0.*$/, '');
    const bytes = Number.parseInt(tar.toString('latin1', offset + 124, offset + 136), 8) || 0;
    const name = /^lib\/wasm32-(?:unknown-)?wasip1\/(.*)$/.exec(path)?.[1];
    if (NAMES.includes(name)) found[name] = new Uint8Array(tar.subarray(offset + 512, offset + 512 + bytes));
    offset += 512 + Math.ceil(bytes / 512) * 512;
  }
  return found;
}
