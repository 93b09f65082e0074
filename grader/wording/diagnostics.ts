import type { Diagnostic } from '../compile/index.ts';
import { sentence, type Words } from './text.ts';

const HINTS: Readonly<Record<string, string>> = {
  'missing-semicolon': 'Look at the end of the statement before this place: a semicolon is missing.',
  'missing-brace': 'Count the braces: one { has no } (or one } too many closes the function early).',
  'missing-parenthesis': 'Count the brackets in this line: every ( and [ needs its partner.',
  'kernel-call-without-launch': 'A __global__ function is launched, not called: kernel<<<grid, block>>>(arguments).',
  'host-function-from-kernel':
    'A kernel can only call functions that exist on the GPU: mark your own helper with __device__.',
  'device-function-from-host':
    'This function exists on the GPU only. Host code starts a kernel and waits for it with cudaDeviceSynchronize().',
  'kernel-returns-value': 'A kernel returns nothing: its type is void, and results go to memory through a pointer.',
  'built-in-misspelt': 'The built-in variables are threadIdx, blockIdx, blockDim and gridDim, each with .x, .y and .z.',
  'undeclared-identifier': 'Is the name spelt as where it was declared, and declared before this line?',
  'assign-to-const': 'const promises not to change this. Inputs are const: results belong into the output.',
  'wrong-arguments': 'Compare the arguments here with the parameters of the function, one by one.',
  'type-mismatch': 'Compare the types on both sides: is one a pointer and the other a value?',
  'inline-assembly': 'Inline assembly and PTX are not accepted here; the exercise needs none.',
  'reserved-name': 'Names that begin with __emu_ belong to the grader. Choose another.',
  'wasm-intrinsic': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this grader runs it.',
  'wasm-linkage': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this grader runs it.',
  redefinition: 'The same name is defined twice. Was something pasted a second time?',
  'missing-header': 'This header is not part of CUDA or of the C++ library. Can you do without it?',
  'shared-memory':
    'A __shared__ array has a size that is known when it is compiled, and no initial value. Fill it in the kernel.',
  'undefined-function': 'It was declared, but its body is missing, or it has another signature.',
  'main-left-in': 'The grader calls the function of the exercise by itself; a main is ignored.',
};

/** The finding's words for a message of the compiler. */
export function wordDiagnostic(diagnostic: Diagnostic): Words {
  const { detail } = diagnostic;
  const hint = detail?.hint ? (HINTS[detail.hint] ?? null) : null;
  switch (diagnostic.rule) {
    case 'signature-mismatch': {
      const expected = `expected ${detail?.expected ?? ''}`;
      const got = detail?.got ? `got ${detail.got}` : 'found no function of this name';
      return {
        message: `${sentence(diagnostic.message)} ${expected}; ${got}.`,
        hint: 'The grader calls this function: its name, the order of its parameters and their types must be as in the handout.',
      };
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
