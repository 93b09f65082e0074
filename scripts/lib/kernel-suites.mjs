// Programs that show one kernel each: of llm.c, of a blog about matrix products, and of people who write one each day.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { filesUnder } from './files-under.mjs';
import { madeSmaller, withSmallerConstant } from './made-smaller.mjs';
import { byItsOwnWords, endsWell } from './own-words.mjs';

/** Sizes of GPT-2 that the programs of llm.c have, and smaller ones. */
const SIZES = [
  [/(\n +int B = )\d+;/g, '$12;'],
  [/(\n +int T = )1024;/g, '$164;'],
  [/(\n +int C = )(?:768|1600);/g, '$1128;'],
  [/(\n +int OC = )768 \* 4;/g, '$1128 * 4;'],
  [/(\n +int NH = )12;/g, '$12;'],
  [/(\n +int V = )50257;/g, '$11025;'],
  [/(\n +int L = )12;/g, '$11;'],
  [/(repeat_times = )\d+;/g, '$12;'],
  [/num_parameters = 1048576/g, 'num_parameters = 10000'],
];

/** https://github.com/karpathy/llm.c at f1e2ace, folder dev/cuda: each kernel that the programs number. */
export function llmc(folder, scratch) {
  const from = join(folder, 'dev', 'cuda');
  mkdirSync(scratch, { recursive: true });
  copyFileSync(join(from, 'common.h'), join(scratch, 'common.h'));
  return filesUnder(from, '.cu').flatMap((path) => {
    const text = SIZES.reduce((all, [size, smaller]) => all.replace(size, smaller), readFileSync(path, 'utf8'));
    const file = join(scratch, basename(path));
    writeFileSync(file, text);
    const kernels = [...new Set([...text.matchAll(/\bcase (\d+):/g)].map(([, number]) => number))];
    return (kernels.length > 0 ? kernels : ['']).map((kernel) => ({
      ...{ id: `${basename(path, '.cu')} ${kernel}`.trim(), kind: withSmallerConstant('kernels'), file, cwd: scratch },
      args: ['--', ...(kernel === '' ? [] : [kernel])],
      expected: endsWell,
    }));
  });
}

/** https://github.com/siboehm/SGEMM_CUDA at 60cba6f: each of its kernels, compared with cuBLAS. */
export function sgemm(folder, scratch) {
  const changes = [
    ['{128, 256, 512, 1024, 2048, 4096}', '{128, 256}'],
    ['repeat_times = 50', 'repeat_times = 1'],
  ];
  const file = madeSmaller(join(folder, 'sgemm.cu'), changes, scratch);
  return Array.from({ length: 13 }, (_, kernel) => ({
    ...{ id: `kernel ${kernel}`, kind: withSmallerConstant('kernels'), file, cwd: scratch },
    args: [join(folder, 'src', 'runner.cu'), '--', `${kernel}`],
    options: ['-I', join(folder, 'src')],
    expected: byItsOwnWords({ good: /average elapsed time/i, bad: /Failed to pass/i }),
  }));
}

/**
 * Three people with a program each day, in the folder of one of https://github.com/AkashKarnatak/100-days-of-cuda at
 * 59bff81, https://github.com/a-hamdi/GPU at a9b0a17 and https://github.com/1y33/100Days at 1d8f606: each file with a
 * `main`.
 */
export function hundredDays(folder) {
  return filesUnder(folder, '.cu')
    .filter((path) => /\bmain\s*\(/.test(readFileSync(path, 'utf8')))
    .map((path) => ({
      ...{
        id: relative(folder, path).replace(/\.cu$/, ''),
        kind: 'programs',
        file: basename(path),
        cwd: dirname(path),
      },
      options: ['--dir', '.'],
      expected: endsWell,
    }));
}
