import type { Rule } from '../result/index.ts';
import { RULE_MEANINGS } from './rule-meanings.ts';

/** What a rule is about, for lists of rules. */
export interface RuleWords {
  /** A short sentence without a full stop, as SARIF's viewers put it into a heading. */
  readonly title: string;
  /** What it means: a paragraph of Markdown that has code in backquotes and nothing else. */
  readonly meaning: string;
  /** Where NVIDIA's documentation treats it. */
  readonly url: string;
}

const SANITIZER = 'https://docs.nvidia.com/compute-sanitizer/ComputeSanitizer/index.html';
const GUIDE = 'https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html';
const PTX = 'https://docs.nvidia.com/cuda/parallel-thread-execution/index.html';
const PRACTICES = 'https://docs.nvidia.com/cuda/cuda-c-best-practices-guide/index.html';

const WORDS: Readonly<Record<Rule, Omit<RuleWords, 'meaning'>>> = {
  'compile-error': { title: 'The program does not compile', url: `${GUIDE}#kernels` },
  'compile-warning': { title: 'The compiler reports a warning', url: `${GUIDE}#kernels` },
  'signature-mismatch': { title: 'The entry point does not have the required signature', url: `${GUIDE}#kernels` },
  'policy-violation': { title: 'A feature that this exercise forbids', url: `${GUIDE}#kernels` },
  'out-of-bounds-read': { title: 'A thread reads global memory out of bounds', url: `${SANITIZER}#memcheck-tool` },
  'out-of-bounds-write': {
    title: 'A thread writes global memory out of bounds',
    url: `${SANITIZER}#memcheck-tool`,
  },
  'wrong-output': { title: 'Elements of an output are wrong', url: `${GUIDE}#thread-hierarchy` },
  'unwritten-output': { title: 'Elements of an output were never written', url: `${GUIDE}#thread-hierarchy` },
  'modified-input': { title: 'An input is changed', url: `${GUIDE}#device-memory-accesses` },
  'wrong-shape': {
    title: 'The returned tensor has the wrong type, shape or device',
    url: 'https://docs.pytorch.org/cppdocs/notes/tensor_creation.html',
  },
  'launch-error': { title: 'A launch or another CUDA call failed', url: `${GUIDE}#error-checking` },
  timeout: { title: 'The program reaches its step or time limit', url: `${GUIDE}#kernels` },
  'host-fault': { title: 'Host code crashed', url: `${GUIDE}#device-memory` },
  'device-assert': { title: 'An assertion in a kernel failed', url: `${GUIDE}#assertion` },
  'stack-overflow': { title: 'A thread ran out of stack', url: `${GUIDE}#device-memory-accesses` },
  'uninitialized-read': { title: 'Memory is read before it is written', url: `${SANITIZER}#initcheck-tool` },
  'shared-out-of-bounds': { title: 'A thread accesses shared memory out of bounds', url: `${SANITIZER}#memcheck-tool` },
  'local-out-of-bounds': { title: 'A thread accesses a local array out of bounds', url: `${SANITIZER}#memcheck-tool` },
  'misaligned-access': { title: 'An access is not aligned to its size', url: `${SANITIZER}#memcheck-tool` },
  'use-after-free': { title: 'Memory is used after it was freed', url: `${SANITIZER}#memcheck-tool` },
  'double-free': { title: 'Memory is freed twice', url: `${SANITIZER}#memcheck-tool` },
  'host-device-pointer': {
    title: 'A pointer of the host is used on the device, or the other way round',
    url: `${GUIDE}#device-memory`,
  },
  'shared-alias': {
    title: 'Two arrays of dynamic shared memory begin at the same address',
    url: `${GUIDE}#shared`,
  },
  'undefined-arithmetic': {
    title: 'Integer arithmetic has no defined result',
    url: `${PTX}#integer-arithmetic-instructions-div`,
  },
  leak: { title: 'Memory on the device is never freed', url: `${SANITIZER}#leak-checking` },
  'shared-race': { title: 'Threads race for shared memory', url: `${SANITIZER}#racecheck-tool` },
  'global-race': { title: 'Threads race for global memory', url: `${SANITIZER}#racecheck-tool` },
  'host-race': { title: 'Host code does not wait for a kernel', url: `${GUIDE}#unified-memory` },
  'order-dependent-output': {
    title: 'An output depends on the order of threads or streams',
    url: `${GUIDE}#thread-hierarchy`,
  },
  'barrier-divergence': { title: 'Not all threads of a block reach a barrier', url: `${SANITIZER}#synccheck-tool` },
  'missing-technique': {
    title: 'The solution does not use the required technique',
    url: `${GUIDE}#shared-memory`,
  },
  'too-slow': { title: 'It is slower than the exercise requires', url: `${PRACTICES}#memory-optimizations` },
  'needs-review': { title: 'The emulator and nvcc compile different programs', url: `${GUIDE}#compilation-with-nvcc` },
  'unsupported-feature': { title: 'A feature that only a GPU can run', url: `${GUIDE}#device-memory` },
};

/** Leads from findings to the pages of their rules. */
export function wordExplain(rules: readonly Rule[]): string {
  const [first, ...others] = rules;
  return `More about ${others.length > 0 ? 'these' : 'it'}: grade explain ${[first, ...others].join(', ')}`;
}

export function wordRule(rule: Rule): RuleWords {
  return { ...WORDS[rule], meaning: RULE_MEANINGS[rule] };
}
