import { type GrammarParser, loadGrammar } from '../../platform/grammars/index.ts';

/** tree-sitter-cuda 0.21.1 (https://github.com/tree-sitter-grammars/tree-sitter-cuda); its license is beside it. */
const GRAMMAR = new URL('./grammar/tree-sitter-cuda.wasm', import.meta.url);

export type CudaParser = GrammarParser;

/** @throws InfrastructureError if the grammar does not load */
export function loadParser(): Promise<CudaParser> {
  return loadGrammar(GRAMMAR, 'CUDA');
}
