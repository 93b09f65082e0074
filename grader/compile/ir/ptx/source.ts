import { codeOnly } from '../../code-only.ts';

/** Does a source say `asm` outside of comments and strings? */
export function mentionsAssembly(text: string): boolean {
  return /\basm\b|\b__asm(?:__)?\b/.test(text) && /\basm\b|\b__asm(?:__)?\b/.test(codeOnly(text));
}

/** Headers that define the instructions of a device side with such sources; the rarer ones only where it names them. */
export function instructionHeaders(texts: readonly string[]): string[] {
  const rarer = [/f16/, /\bmma\b/, /\bv(?:add|sub|avrg|abs|min|max|sh[lr])/];
  const names = ['emu/ptx/halves.h', 'emu/ptx/products.h', 'emu/ptx/video.h'];
  return ['emu/ptx.h', ...names.filter((_, i) => texts.some((text) => rarer[i]?.test(text)))];
}

/** Stands for the `%` of a special register where the source has only one. No instruction of PTX has it. */
export const REGISTER_SIGN = '?';

const STATEMENT =
  /\b(?:asm|__asm__|__asm)\b(?:\s|\\\n|\b(?:volatile|__volatile__|__volatile|inline|goto)\b)*\((?:\s|\\\n|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*")*/g;
const SPECIAL =
  /(?<!%)((?:%%)*)%(?=(?:laneid|warpid|nwarpid|smid|nsmid|n?tid|n?ctaid|gridid|lanemask_\w\w|clock(?:64|_hi)?|globaltimer|total_smem|dynamic_smem|aggr_smem|reserved_smem|n?clusterid|cluster_)\b|(?:total|dynamic|aggr)_smem_size\b|globaltimer_(?:lo|hi)\b|cluster_\w+)/g;

/**
 * nvcc takes `%laneid` as well as `%%laneid`; to Clang the first is an operand that does not exist. Line for line and
 * column for column, the sign is another one.
 */
export function withEscapedRegisters(text: string): string {
  if (!mentionsAssembly(text)) return text;
  return text.replace(STATEMENT, (statement) => statement.replace(SPECIAL, `$1${REGISTER_SIGN}`));
}
