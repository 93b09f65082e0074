/** Parsers of tree-sitter, with grammars as files of the package. */

import { Language, Parser, type Tree } from 'web-tree-sitter';
import { InfrastructureError, messageOf } from '../errors.ts';
import { grammarEngine, readGrammar } from '../packaged/index.ts';

/** Calls of the progress callback: a MiB of ordinary code takes 5,000 of them, and recovery from errors may never end. */
const MAX_PROGRESS = 15_000;

/** A parser that makes the best of text that is not valid. It executes nothing. */
export interface GrammarParser {
  /** Returns the syntax tree, which the caller deletes; `null` if the text takes too much work to parse. */
  parse(source: string): Tree | null;
}

/**
 * Loads a parser.
 * @param grammar - the file with the grammar
 * @param language - its name, for messages
 * @throws InfrastructureError if the grammar does not load
 */
export async function loadGrammar(grammar: URL, language: string): Promise<GrammarParser> {
  let parser: Parser;
  try {
    await Parser.init({ wasmBinary: grammarEngine() });
    parser = new Parser();
    parser.setLanguage(await Language.load(readGrammar(grammar)));
  } catch (error) {
    throw new InfrastructureError(
      `The grammar of ${language} cannot be loaded (${messageOf(error)}). Install grade again.`,
      { cause: error },
    );
  }
  return {
    parse(source) {
      let progress = 0;
      // Counted, not timed: the result must not depend on the machine.
      const tree = parser.parse(source, null, { progressCallback: () => ++progress > MAX_PROGRESS });
      if (tree === null) parser.reset();
      return tree;
    },
  };
}
