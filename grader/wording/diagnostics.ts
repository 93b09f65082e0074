import type { Diagnostic } from '../compile/index.ts';
import { plural, sentence, type Words } from './text.ts';

const HINTS: Readonly<Record<string, string>> = {
  'missing-semicolon': 'A statement ends with a semicolon. Look here, and at the end of the line before.',
  'missing-brace': 'Count the braces: one { has no } (or one } too many closes the function early).',
  'missing-parenthesis': 'Count the brackets in this line: every ( and [ needs its partner.',
  'kernel-call-without-launch': 'A __global__ function is launched, not called: kernel<<<grid, block>>>(arguments).',
  'launch-configuration':
    'Between <<< and >>> stand at least two things: how many blocks, and how many threads in each.',
  'launch-brackets': 'A launch has three brackets on either side: kernel<<<grid, block>>>(arguments).',
  'host-function-from-kernel':
    'A kernel can only call functions that exist on the GPU. Mark a function of your own with __device__; for one of a library, find the CUDA function that does the same.',
  'host-variable-from-kernel':
    'A kernel cannot see variables of host code. Hand the value over as an argument; to print, there is printf.',
  'device-function-from-host':
    'This function exists on the GPU only. Host code starts a kernel and waits for it with cudaDeviceSynchronize().',
  'built-in-on-host':
    'threadIdx, blockIdx, blockDim and gridDim have a value in a kernel only. Is __global__ missing before this function?',
  'kernel-returns-value': 'A kernel returns nothing: its type is void, and results go to memory through a pointer.',
  'built-in-misspelt': 'The built-in variables are threadIdx, blockIdx, blockDim and gridDim, each with .x, .y and .z.',
  'built-in-without-member': 'It has three parts, .x, .y and .z: which of them is meant here?',
  'undeclared-identifier':
    'A name has to be declared, with its type, before the line that uses it. Is it spelt the same there?',
  'assign-to-const': 'const promises not to change this. Inputs are const: results belong into the output.',
  'ambiguous-call':
    'Several functions have this name and none fits better than the others: give all arguments one type.',
  'wrong-arguments': 'Compare the arguments here with the parameters of the function, one by one.',
  'type-mismatch': 'Compare the types on both sides: is one a pointer and the other a value?',
  'inline-assembly': 'Inline assembly and PTX are not accepted here; the exercise needs none.',
  'reserved-name': 'Names that begin with __emu_ belong to the grader. Choose another.',
  'wasm-intrinsic': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this grader runs it.',
  'wasm-linkage': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this grader runs it.',
  redefinition: 'The same name is defined twice. Was something pasted a second time?',
  'missing-header':
    'Only this one file is graded, with the headers of CUDA and of the C++ library. Put what you need from other files of yours into it.',
  'shared-memory':
    'A __shared__ array has a size that is known when it is compiled, and no initial value. Fill it in the kernel.',
  'undefined-function': 'It was declared, but its body is missing, or it has another signature.',
  'main-left-in':
    'The grader calls the function of the exercise by itself. Nothing is lost: you may leave main or remove it.',
  'main-missing': 'A program starts with int main(). Without one, nothing launches its kernels.',
};

const SIGNATURE_HINT =
  'The grader calls this function: its name, the order of its parameters and their types must be as in the handout, at the top level of the file.';
const MISSING_ENTRY_HINT = 'Is its name spelt as in the handout? Your kernel is launched from it.';

/** The finding's words for a message of the compiler. */
export function wordDiagnostic(diagnostic: Diagnostic): Words {
  const { detail } = diagnostic;
  const hint = detail?.hint ? (HINTS[detail.hint] ?? null) : null;
  switch (diagnostic.rule) {
    case 'signature-mismatch': {
      const expected = detail?.expected ?? '';
      return detail?.got
        ? { message: sentence(`${diagnostic.message}: expected ${expected}; got ${detail.got}`), hint: SIGNATURE_HINT }
        : { message: sentence(`${diagnostic.message}: expected ${expected}`), hint: MISSING_ENTRY_HINT };
    }
    case 'unsupported-feature':
      return {
        message: `This uses ${detail?.feature ?? 'a feature'}, which only a real GPU can run. It could not be judged here; that is no fault of yours.`,
        hint:
          detail?.feature === 'libwb'
            ? 'The grader brings the data itself: remove wb.h and what belongs to it.'
            : 'The exercise can be solved without it.',
      };
    case 'uninitialized-read':
      return {
        message: `${sentence(diagnostic.message)} A local variable does not start at zero: it holds whatever its register held before.`,
        hint: 'Which value should it have before it is first used?',
      };
    case 'policy-violation':
      return { message: `This is not allowed in a submission: ${diagnostic.message}.`, hint };
    default:
      return { message: sentence(diagnostic.message), hint };
  }
}

/** The words for a header that the assignment forbids. */
export function wordPolicyViolation({ header }: { readonly header: string }): Words {
  return {
    message: `This exercise may not include ${header}.`,
    hint: 'It asks you to write the kernel yourself: a library would do what you are here to learn.',
  };
}

/** The words for a source on which the compiler was stopped. */
export function wordCompileLimit(limit: 'time' | 'memory', seconds: number): Words {
  const stopped =
    limit === 'time' ? `was still busy after ${plural(seconds, 'second')} and was stopped` : 'ran out of memory';
  return {
    message: `The compiler ${stopped}: something in this file makes it work far more than usual.`,
    hint: 'Is there a template, a macro or a constexpr function that leads to itself, or a very large array with initial values? If not, submit it once more: the machine may have been busy.',
  };
}
