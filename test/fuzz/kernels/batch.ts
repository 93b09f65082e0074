import type { Compiler, DeviceProgram } from '../../../grader/compile/index.ts';
import type { Candidate } from './compare.ts';
import type { FuzzKernel } from './kernel.ts';
import { PREAMBLE, printKernel } from './print.ts';

/** Many kernels as one program: compiling costs as much as running all of them. */
export async function compileBatch(
  compiler: Compiler,
  kernels: readonly FuzzKernel[],
): Promise<{ program: DeviceProgram; candidates: Candidate[]; source: string }> {
  let source = PREAMBLE;
  let linesBefore = PREAMBLE.split('\n').length - 1;
  const candidates = kernels.map((kernel, number): Candidate => {
    const name = `fuzz${number}`;
    const printed = printKernel(name, kernel);
    const candidate = { name, kernel, printed, linesBefore };
    source += printed.text;
    linesBefore += printed.text.split('\n').length - 1;
    return candidate;
  });
  const options = { prototype: 'void entry(void)', heapBytes: 2 ** 24, timeoutMs: 280_000 };
  const result = await compiler.compile(`${source}void entry(void) {}\n`, 'fuzz.cu', options);
  if (result.status !== 'compiled')
    throw new Error(
      `generated kernels do not compile:\n${JSON.stringify(result.diagnostics.slice(0, 3), null, 2)}\n${source}`,
    );
  return { program: result.device, candidates, source };
}
