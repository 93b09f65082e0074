import { afterAll, beforeAll } from 'vitest';
import { type CompileResult, Compiler, type Diagnostic } from '../../grader/compile/index.ts';

export const FILE = 'mine.cu';
export const PROTOTYPE = 'void scale(const float* x, float* out, int n)';
export const KERNEL = `__global__ void twice(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * x[i];
}
`;
export const ENTRY = `void scale(const float* x, float* out, int n) {
  twice<<<(n + 255) / 256, 256>>>(x, out, n);
}
`;
/** A submission without a mistake. */
export const CORRECT = KERNEL + ENTRY;

type Compile = (source: string, prototype?: string | null) => Promise<CompileResult>;

/** One warm compiler for all tests of a file. */
export function useCompiler(): Compile {
  const compiler = new Compiler();
  beforeAll(async () => {
    await compiler.version();
  });
  afterAll(() => compiler.dispose());
  return (source, prototype = PROTOTYPE) =>
    compiler.compile(source, FILE, { prototype, heapBytes: 2 ** 20, timeoutMs: 60_000 });
}

/** The correct submission with one thing changed. */
export function withChange(from: string, to: string): string {
  if (!CORRECT.includes(from)) throw new Error(`the submission has no ${from}`);
  return CORRECT.replace(from, () => to);
}

/** Each error as `line:column hint`, in their order. */
export function errorsOf({ diagnostics }: CompileResult): string[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, detail }) => `${line}:${column} ${detail?.hint ?? '-'}`);
}

/** The only diagnostic. @throws Error where there are more, or none */
export function only({ diagnostics }: CompileResult): Diagnostic {
  const [first, ...others] = diagnostics;
  if (!first || others.length > 0) throw new Error(`expected one diagnostic: ${JSON.stringify(diagnostics, null, 2)}`);
  return first;
}
