// https://github.com/mc-imperial/gpuverify, testsuite/CUDA: kernels without a main, of which a comment says how they are
// launched and whether a proof of them succeeds. Each gets a main that launches it so, once, over zeros; numbers are 1, or
// what the comment says of them. What the prover's words (__requires, __invariant, …) demand of arguments is not looked
// at. A kernel whose arguments only a prover can choose (structs, pointers to functions, states of cuRAND) is not among
// them, nor one that fails for no race and no barrier, nor blocks of more than 1,024 threads.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesUnder } from './files-under.mjs';

const FOUND = ['shared-race', 'global-race', 'barrier-divergence'];
/** What a launch of threads can show of a proof that fails. */
const RACY = /race|barrier|divergen|racy|Write by thread|fail_tests|aliasing/i;
const FOLDERS = /^(?:fresh_arrays|function_pointers|curand_tests|annotation_tests)\//;

const PRELUDE = `#include <cooperative_groups.h>
#include <math.h>
#include <stdio.h>
${['requires', 'invariant', 'assert', 'assume', 'ensures', 'global_invariant', 'axiom', 'requires_fresh_array']
  .map((word) => `#define __${word}(...)${word === 'axiom' ? '' : ' ((void)0)'}`)
  .join('\n')}
#define synchronize(group) (group).sync()
`;

/** @param folder the repository's */
export function gpuverify(folder, scratch) {
  const suite = join(folder, 'testsuite', 'CUDA');
  return filesUnder(suite, '.cu').flatMap((file) => {
    const id = relative(suite, dirname(file)).split('\\').join('/');
    const source = readFileSync(file, 'utf8');
    const [, word = ''] = /^\/\/(pass|xfail:NOT_ALL_VERIFIED)/.exec(source) ?? [];
    const main = FOLDERS.test(id) ? null : mainOf(source);
    const comments = source
      .split('\n')
      .filter((line) => line.startsWith('//'))
      .join('\n');
    const racy = word !== 'pass';
    if (word === '' || main === null || (racy && !RACY.test(comments + id))) return [];
    const cwd = join(scratch, id);
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'kernel.cu'), `${PRELUDE}${definitions(source)}#line 1 "kernel.cu"\n${source}\n${main}`);
    return [
      {
        id,
        kind: racy ? 'with a race or a divergent barrier' : 'proven',
        file: 'kernel.cu',
        cwd,
        expected: judged(racy),
      },
    ];
  });
}

function judged(racy) {
  return ({ exitCode, findings }, errors) => {
    const rules = errors.map(({ rule }) => rule);
    if (rules.includes('compile-error')) return 'does not compile';
    if (rules.includes('unsupported-feature')) return 'missing feature';
    const found = rules.some((rule) => FOUND.includes(rule));
    if (found === racy) return 'as expected';
    if (!racy) return 'false alarm';
    // Two threads that write the same value are told of in a note.
    if (findings.some(({ rule }) => FOUND.includes(rule))) return 'told in a note';
    return exitCode === null ? 'does not run' : 'missed';
  };
}

/** A main that launches the only kernel; null where its parameters are not pointers and numbers. */
function mainOf(source) {
  const code = source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
  const kernels = [...code.matchAll(/__global__[^;{}()]*?\b(\w+)\s*\(([^{};]*?)\)\s*\{/g)];
  const grid = dimension(source, 'gridDim');
  const block = dimension(source, 'blockDim');
  const threads = (block ?? '').split(',').reduce((product, n) => product * Number(n), 1);
  if (kernels.length !== 1 || !grid || !block || threads > 1024) return null;
  const [, name, list] = kernels[0];
  const args = list.trim() === '' || list.trim() === 'void' ? [] : list.split(',').map((text) => argument(text.trim()));
  if (args.includes(null)) return null;
  const values = args.map(({ value }) => value).join(', ');
  const buffers = args.map(({ before }, index) => before.replaceAll('@', `arg${index}`)).join('');
  const launch = /grid_group/.test(code)
    ? `void *args[] = {${args.map((_, index) => `&arg${index}`).join(', ')}};
  cudaLaunchCooperativeKernel(${name}, dim3(${grid}), dim3(${block}), args);`
    : `${name}<<<dim3(${grid}), dim3(${block})>>>(${values});`;
  return `int main() {\n${buffers}  ${launch}
  return cudaDeviceSynchronize() != cudaSuccess;\n}\n`;

  function argument(text) {
    const index = list.split(',').findIndex((each) => each.trim() === text);
    const pointer = /^(.*?)\*\s*(?:__restrict(?:__)?\s+)?\w+$/.exec(text);
    if (pointer && !pointer[1].includes('*')) {
      const before = '  void *@; cudaMalloc(&@, 4 << 20); cudaMemset(@, 0, 4 << 20);\n';
      return { before, value: `(${pointer[1].replace(/\bconst\b|\bvolatile\b/g, '')} *)arg${index}` };
    }
    const [, number] =
      /^(?:const\s+)?(?:unsigned(?:\s+int)?|int|float|double|char|size_t|uint)\s+(\w+)$/.exec(text) ?? [];
    return number === undefined ? null : { before: '', value: numberFor(source, number) };
  }
}

/** What the prover's answer says of an argument, `//x = 185`; otherwise 1. */
function numberFor(source, name) {
  return new RegExp(`^//\\s*${name} = (\\d+)\\s*$`, 'm').exec(source)?.[1] ?? '1';
}

/** `-DWIDTH=64`, as lines. */
function definitions(source) {
  return [...source.matchAll(/^\/\/.*?-D(\w+)=(\w+)/gm)]
    .map(([, name, value]) => `#define ${name} ${value}\n`)
    .join('');
}

/** `--blockDim=64`, `--blockDim=[8,8]`. */
function dimension(source, name) {
  const [, text] = new RegExp(`--${name}=(\\[[\\d,]+\\]|\\d+)`).exec(source) ?? [];
  return text?.replace(/[[\]]/g, '') ?? null;
}
