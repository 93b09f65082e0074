import { fileURLToPath } from 'node:url';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { InfrastructureError, messageOf } from '../platform/index.ts';
import { readPacked } from '../platform/packaged/index.ts';

/** tree-sitter-python 0.25.0 (https://github.com/tree-sitter/tree-sitter-python); its license is beside it. */
const GRAMMAR = new URL('./grammar/tree-sitter-python.wasm', import.meta.url);
/** Calls of the progress callback: recovery from errors may never end. */
const MAX_PROGRESS = 15_000;

/** Parses Python. It executes nothing. */
export interface PythonParser {
  /** Returns the syntax tree, which the caller deletes; `null` if the text takes too much work to parse. */
  parse(source: string): Tree | null;
}

/** @throws InfrastructureError if the grammar does not load */
export async function loadPythonParser(): Promise<PythonParser> {
  const parser = await pythonParser();
  return {
    parse(source) {
      let progress = 0;
      const tree = parser.parse(source, null, { progressCallback: () => ++progress > MAX_PROGRESS });
      if (tree === null) parser.reset();
      return tree;
    },
  };
}

async function pythonParser(): Promise<Parser> {
  try {
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(readPacked(fileURLToPath(GRAMMAR))));
    return parser;
  } catch (error) {
    throw new InfrastructureError(
      `The grammar of Python cannot be loaded (${messageOf(error)}). Install grade again.`,
      {
        cause: error,
      },
    );
  }
}
