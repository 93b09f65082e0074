import type { DetailOf } from '../result/index.ts';
import type { Facts } from './faults.ts';
import { number, sentence, type Words } from './text.ts';

const HINTS: Readonly<Record<string, string>> = {
  'uninitialized-on-a-path': 'If the program can take this path, which value should the variable have there?',
  'markdown-fence': 'Copy only the code between the lines with ```.',
  'cell-magic': 'Remove this line, or hand in the whole notebook (.ipynb).',
  'python-text': 'Keep only the CUDA source, or hand in the whole Python program (.py).',
  'chat-text': 'Keep only the code, or begin the line with //.',
  'copied-character':
    'A PDF or a text program puts such characters in place of plain ones. Type the character again with the keyboard.',
  'missing-semicolon': 'A statement ends with a semicolon. Look here, and at the end of the line before.',
  'missing-brace': 'Count the braces: one { has no } (or one } too many closes the function early).',
  'missing-parenthesis': 'Count the brackets in this line: every ( and [ needs its closing bracket.',
  'kernel-call-without-launch':
    'A __global__ function is launched, not called: kernel<<<grid, block>>>(arguments), with three < and three >.',
  'ascii-names':
    'The emulator runs it. With nvcc, names of kernels and of device variables have only English letters, digits and _. Parameters and local variables can have others.',
  'device-printf':
    'In device code, printf supports the sizes h, l and ll. For a size_t, write %llu and convert the value to unsigned long long.',
  'launch-brackets': 'Two angle brackets shift numbers. How many does a launch configuration have on each side?',
  'launch-of-plain-function': 'Only a __global__ function can be launched. Is __global__ missing where it is defined?',
  'launch-configuration':
    'A launch is <<<blocks, threads per block>>>. Write at least these two numbers between <<< and >>>.',
  'host-function-from-kernel':
    'A kernel can call only functions that exist on the GPU, and this one exists on the host. Mark your own helpers with __device__. Most of the C++ library exists on the host only.',
  'launch-in-device-code':
    'Kernels can launch kernels only in relocatable device code: nvcc and grade run need -rdc=true for it. Exercises are compiled without it, so host code must launch the kernels.',
  'synchronize-in-kernel':
    'Since CUDA 12, kernels cannot wait for the grids that they launch. Launch the work that needs the result later in the same stream, or in cudaStreamTailLaunch.',
  'host-variable-from-kernel':
    'A kernel cannot see variables of host code. Pass the value as an argument. To print, use printf.',
  'device-function-from-host':
    'This function exists on the GPU only. Host code starts a kernel and waits for it with cudaDeviceSynchronize().',
  unterminated: 'A comment or a text in quotes begins here and has no end.',
  'missing-include':
    'This name comes from a header: which one has to be included? (cstdio has printf, cmath has sqrt, vector has std::vector.)',
  'built-in-on-host':
    'threadIdx, blockIdx, blockDim and gridDim have a value in a kernel only. Is __global__ missing before this function?',
  'kernel-returns-value': 'A kernel returns nothing: its type is void, and results go to memory through a pointer.',
  'built-in-misspelt': 'The built-in variables are threadIdx, blockIdx, blockDim and gridDim, each with .x, .y and .z.',
  'built-in-without-member':
    'threadIdx, blockIdx, blockDim and gridDim have three parts each: .x, .y and .z. Which part do you mean here?',
  'needs-cpp20': 'This is C++20. Submissions are compiled as C++17, the default of nvcc: write it without C++20.',
  'name-of-library':
    'The C or C++ library declares this name too, or the program does so twice. Choose another name for yours.',
  'undeclared-identifier':
    'A name has to be declared, with its type, before the line that uses it. Is it spelt the same there?',
  'removed-warp-function':
    'CUDA has removed this function. Its new form ends in _sync and takes the mask of the participating lanes first, as in __shfl_down_sync(0xffffffff, value, 1) or __ballot_sync(0xffffffff, condition).',
  'assign-to-const': 'A const variable cannot be changed. Inputs are const: write results to the output.',
  'ambiguous-call':
    'Several functions have this name and none fits better than the others: give all arguments one type.',
  'endless-expansion': 'A template or a constexpr function leads to itself and never ends. Which case should stop it?',
  'not-constant':
    'The compiler itself has to work out this value: it may only depend on what is known before the program runs.',
  'wrong-arguments': 'Compare the arguments here with the parameters of the function, one by one.',
  'arguments-of-malloc':
    'cudaMalloc must change your pointer, so it needs the address of the pointer. The second argument is the size in bytes.',
  'arguments-of-memcpy': 'cudaMemcpy takes four arguments: destination, source, number of bytes, and direction.',
  'index-of-a-value':
    'A pointer takes one index, and the result is a number. In memory, each row starts after the end of the row before. Which single index does this element have?',
  'vector-type':
    'Types such as float4 have no arithmetic of their own. Compute with their parts .x, .y, .z and .w, and build the result with make_float4.',
  'dim3-is-no-number': 'A dim3 holds three numbers: .x, .y and .z. Which of them do you mean here?',
  'expected-expression':
    'Something is missing or extra here. It can be a value next to an operator, or a character that C++ does not allow here.',
  'type-mismatch': 'Compare the types on both sides: is one a pointer and the other a value?',
  'inline-assembly': 'Inline assembly and PTX are not accepted here; the exercise needs none.',
  'inline-ptx':
    'Compare it with the page of this instruction in the PTX ISA: its types, its modifiers, and how wide each operand is.',
  'reserved-name': 'Names that begin with __emu_ or llvm. belong to the grader and to its compiler. Choose another.',
  'wasm-intrinsic': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this grader runs it.',
  'wasm-linkage': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this grader runs it.',
  'only-clang': 'nvcc ignores or rejects this, so a GPU would run another program. Remove it.',
  'constant-length':
    'nvcc requires a constant length for arrays in device code. Use a constant, or shared memory of dynamic size.',
  'extended-lambda':
    'Compile options cannot be set here. Use a struct with a `__device__` operator() in place of the lambda.',
  'no-vectors': 'nvcc has no such types in device code. Use a type of CUDA such as float4, or an array.',
  'outside-sandbox':
    'A submission computes and prints: it reaches no network and no other program, and no signals. The exercise needs none of it.',
  redefinition: 'The same name is defined twice. Was something pasted a second time?',
  'missing-header':
    'A submission can include headers of CUDA and of the C++ library, and files of its own folder in quotes. Hand these files in too, or put what you need from them into the source.',
  'shared-memory':
    'A __shared__ array needs a size that is known at compile time, and has no initial value. All arrays of a block together have at most 48 KB. Fill the array in the kernel.',
  'constant-memory': 'Constant memory has 64 KB. Put larger tables into global memory.',
  'kernel-parameters': 'Pass large data through a pointer to device memory.',
  'many-parameters': 'Pass many values in an array or a struct.',
  'device-variables': 'Allocate large arrays with cudaMalloc.',
  'too-much-code': 'Write repeated code as a loop or as a function.',
  'undefined-function': 'It was declared, but its body is missing, or it has another signature.',
  'extern-c':
    'C++ and CUDA add the types of the parameters to the name of a function, and C does not. Is its declaration in C++ or CUDA, and its definition there, inside extern "C"?',
  'comma-in-extents':
    'dim3 block(16, 16) has two extents, but dim3 block = (16, 16) has one: the number 16. How large is this in y?',
  'unsigned-loop': 'Does the loop need a signed counter, as in for (int i = n - 1; i >= 0; i--)?',
  'host-reads-variable':
    'The host has a variable of its own with this name, which no kernel changes. Copy the value of the device with cudaMemcpyFromSymbol.',
  'host-writes-variable':
    'The host has a variable of its own with this name, which no kernel reads. Store to the one of the device with cudaMemcpyToSymbol.',
  'given-main': 'The given file calls your function. Remove main from your file, and keep the function.',
  'given-library': 'Your function would take its place. Choose another name for it.',
  'main-left-in': 'The grader calls the function of the exercise by itself; you can leave main out.',
  'main-missing': 'A program begins at main: int main() { … }.',
};

/** Features that no GPU brings either. */
const NOT_OF_CUDA: ReadonlySet<string> = new Set([
  // Since CUDA 12.
  'texture references',
  'a form of Numba',
  'libwb',
  'PyTorch',
  'the helpers of the CUDA samples',
  'the network',
  'a function of the C library of Linux',
  'signals',
  'setjmp and longjmp',
  'std::thread',
  'std::async',
  'pthread_create',
  'other programs',
  'a condition on the text of __PRETTY_FUNCTION__',
]);

/** Hints for a program with a `main`, where those about a submission would speak of an exercise. */
const PROGRAM_HINTS: Readonly<Record<string, string>> = {
  'missing-header':
    'Headers of CUDA and of the C++ library are available, and files next to the program that it includes in quotes. For other headers, name their folder with --include DIR.',
  'inline-assembly': 'Inline assembly and PTX are for the GPU alone. Is there an intrinsic that does the same?',
  'reserved-name': 'Names that begin with __emu_ or llvm. belong to the emulator and to its compiler. Choose another.',
  'wasm-intrinsic': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this emulator runs it.',
  'wasm-linkage': 'Write CUDA C++ as nvcc takes it; WebAssembly is only how this emulator runs it.',
};

type DiagnosticKind = 'compiler-message' | 'signature' | 'unsupported-feature';

/** The finding's words for a message of the compiler. */
export function wordDiagnostic(facts: Facts<DiagnosticKind>): Words {
  const { detail } = facts;
  if (detail.kind === 'compiler-message') return wordMessage({ ...facts, detail });
  return detail.kind === 'signature' ? wordSignature(detail) : wordUnsupported(detail);
}

function wordMessage({ rule, detail }: Facts<'compiler-message'>): Words {
  const { text, topic, program, hint: name = '' } = detail;
  const hint = (program && PROGRAM_HINTS[name]) || (HINTS[name] ?? null);
  switch (rule) {
    case 'uninitialized-read':
      if (name === 'uninitialized-on-a-path')
        return {
          message: `${sentence(text)} The compiler does not know whether this happens. A local variable does not start at zero.`,
          hint,
        };
      return {
        message: `${sentence(text)} A local variable does not start at zero: its first value is undefined.`,
        hint: PROGRAM_HINTS[program ? name : ''] ?? 'Which value should it have before it is first used?',
      };
    case 'shared-alias':
      return {
        message: `${sentence(text)} Each extern __shared__ array is a name for the same dynamic shared memory of the block, so a store to one changes the other.`,
        hint: 'A block has one piece of dynamic shared memory; the third number of the launch is its size. After how many elements of the first array does the second array begin?',
      };
    case 'policy-violation':
      return {
        message: program
          ? `The emulator does not accept this: ${text}.`
          : `This is not allowed in a submission: ${text}.`,
        hint,
      };
    default:
      return { message: sentence(topic ? wordTopic(topic) : text), hint };
  }
}

/** What a message of Clang means, where it says that no function matches, or takes a launch for any expression. */
function wordTopic({ kind, name }: NonNullable<DetailOf<'compiler-message'>['topic']>): string {
  switch (kind) {
    case 'launch-brackets':
      return 'this is not a launch: << and >> have two angle brackets, a launch has three';
    case 'comma-in-extents':
      return 'the comma is an operator here: only the last number in the parentheses counts, and the missing dimensions are 1';
    case 'unsigned-loop':
      return 'this condition is always true, because an unsigned number cannot be below zero';
    case 'called-kernel':
      return `the kernel ${name} is called like a plain function, with no <<<grid, block>>>`;
    case 'host-only':
      return `the function ${name} exists on the host only`;
    case 'gpu-only':
      return `the function ${name} exists on the GPU only`;
    case 'markdown-fence':
      return 'this line is the mark of a code block in Markdown, not CUDA';
    case 'cell-magic':
      return `${name} is a command of a notebook, not CUDA`;
    case 'python-text':
      return 'this line is Python, not CUDA';
    case 'chat-text':
      return 'this line is text for people, not CUDA';
    case 'copied-character':
      return `the character ${name} (${codeOf(name)}) is not CUDA: it looks like one of the keyboard`;
  }
}

/** Returns the name that Unicode gives to a character, e.g. U+2013. */
function codeOf(character = ''): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function wordSignature({ text, expected, got, isOtherName }: DetailOf<'signature'>): Words {
  if (isOtherName) {
    return {
      message: sentence(text),
      hint: 'The grader calls the function of the exercise by its name, and no other. Which name does the starter file give it?',
    };
  }
  const message = sentence(`${text}: expected ${expected}; ${got ? `got ${got}` : 'found none'}`);
  if (!got) {
    return {
      message,
      hint: 'The grader calls this function, and no other: the starter file has it. Does your code stand in a main, or in a function of another name?',
    };
  }
  if (withoutNames(got) === withoutNames(expected)) {
    return {
      message: sentence(text),
      hint: 'The declaration is right, but it must stand outside of every namespace and class, and not be a template.',
    };
  }
  if (/\bstatic\b/.test(got) && !/\bstatic\b/.test(expected)) {
    return { message: sentence(text), hint: 'Remove `static` from the declaration.' };
  }
  return {
    message,
    hint: 'The grader calls this function: its name, the order of its parameters and their types must be as in the handout.',
  };
}

/** A declaration without the names of its parameters, and without spaces. */
function withoutNames(declaration: string): string {
  return declaration.replace(/\s*[\w\u0080-\uffff]+(?=\s*[,)])/g, '').replace(/\s+/g, '');
}

function wordUnsupported({ feature = 'a feature', reason, forms, program }: DetailOf<'unsupported-feature'>): Words {
  if (reason !== undefined) {
    return {
      message: `The grader does not translate this: ${reason}. So the program was not judged, and has no points yet.`,
      hint: 'Which part of the subset does the same? docs/python.md has it.',
    };
  }
  if (program)
    return { message: `This uses ${feature}, which the emulator cannot run.`, hint: forms ? formsHint(forms) : null };
  return {
    message: `This uses ${feature}, which ${
      NOT_OF_CUDA.has(feature) ? 'this grader does not have' : 'only a real GPU can run'
    }. It could not be judged here; this is not your mistake.`,
    hint:
      feature === 'libwb'
        ? 'The grader brings the data itself: remove wb.h and what belongs to it.'
        : 'The exercise can be solved without it.',
  };
}

/** Most instructions have few forms; of add there are two dozen. */
const FORMS = 12;

function formsHint(forms: readonly string[]): string {
  const more = forms.length > FORMS ? `, and ${number(forms.length - FORMS)} more` : '';
  return `The emulator has these forms of the instruction: ${forms.slice(0, FORMS).join(', ')}${more}.`;
}

/** The words for a source that the compiler could not finish. */
export function wordExhausted(limit: 'time' | 'memory' | 'crash'): Words {
  if (limit === 'crash') {
    return {
      message: 'This file crashed the compiler or the grader twice; another program passes through both.',
      hint: 'Which part of the file is unlike ordinary CUDA C++? Remove parts until it compiles.',
    };
  }
  const what = limit === 'time' ? 'time' : 'memory';
  return {
    message: `The compiler reached its ${what} limit for this file and was stopped.`,
    hint: 'Is there a template, a constexpr function or a macro that expands without an end, or a very large array?',
  };
}

/** Adds to a hint that nvcc refuses what Clang accepts. */
export function wordDisagreement(hint: string | null): string {
  const disagreement =
    "Clang, which the grader runs your code with, accepts this; NVIDIA's own compiler does not, and it decides.";
  return hint === null ? disagreement : `${hint} ${disagreement}`;
}

/** The words for a line that the two preprocessors leave different programs of. */
export function wordOtherProgram(): Words {
  return {
    message:
      'This line is not the same program for the emulator and for nvcc, so a result of one says nothing about the other. Course staff must review it.',
    hint: 'Which macro in this line, or in a condition around it, depends on the compiler?',
  };
}

/** The words for a header that the assignment forbids. */
export function wordForbiddenInclude({ detail: { header } }: Facts<'forbidden-include'>): Words {
  return {
    message: `This exercise may not include ${header}.`,
    hint: 'It asks you to write the kernel yourself: a library would do what you are here to learn.',
  };
}
