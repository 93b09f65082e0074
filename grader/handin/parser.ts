import { type GrammarParser, loadGrammar } from '../platform/grammars/index.ts';

export type { GrammarParser } from '../platform/grammars/index.ts';

/** tree-sitter-python 0.25.0 (https://github.com/tree-sitter/tree-sitter-python); its license is beside it. */
export const PYTHON_GRAMMAR = new URL('./grammar/tree-sitter-python.wasm', import.meta.url);

/** @throws InfrastructureError if the grammar does not load */
export function loadPythonParser(): Promise<GrammarParser> {
  return loadGrammar(PYTHON_GRAMMAR, 'Python');
}
