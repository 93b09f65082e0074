import { fileURLToPath } from 'node:url';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { InfrastructureError, messageOf } from '../../platform/index.ts';
import { readPacked } from '../../platform/packaged/index.ts';

/** tree-sitter-cuda 0.21.1 (https://github.com/tree-sitter-grammars/tree-sitter-cuda); its licence lies beside it. */
const GRAMMAR = new URL('./grammar/tree-sitter-cuda.wasm', import.meta.url);
/** Calls of the progress callback: a MiB of ordinary code takes 5,000 of them, and recovery from errors may never end. */
const MAX_PROGRESS = 15_000;

export interface CudaParser {
  /** @returns the syntax tree, to be deleted by the caller; null where the text takes too much work to parse */
  parse(source: string): Tree | null;
}

/**
 * A parser of CUDA that makes the best of code that does not compile.
 * @throws InfrastructureError where the grammar does not load
 */
export async function loadParser(): Promise<CudaParser> {
  let parser: Parser;
  try {
    await Parser.init();
    parser = new Parser();
    parser.setLanguage(await Language.load(readPacked(fileURLToPath(GRAMMAR))));
  } catch (error) {
    throw new InfrastructureError(`The grammar of CUDA cannot be loaded (${messageOf(error)}). Install grade again.`, {
      cause: error,
    });
  }
  return {
    parse(source) {
      let progress = 0;
      // Counted, not timed: what is compared must not depend on the machine.
      const tree = parser.parse(source, null, { progressCallback: () => ++progress > MAX_PROGRESS });
      if (tree === null) parser.reset();
      return tree;
    },
  };
}
