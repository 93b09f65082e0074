import type * as Platform from '../packaged/grammar-files.ts';
import { readProvided } from './provided.ts';

export const grammarEngine: typeof Platform.grammarEngine = () => readProvided('web-tree-sitter.wasm');

/** The site has a grammar under the name of its file. */
export const readGrammar: typeof Platform.readGrammar = (grammar) =>
  readProvided(grammar.pathname.split('/').at(-1) ?? '');
