import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';

const FOLDER = join(packageRoot, 'grader/compile/ir');
const READER = 'read/';
/** Files that match the text of PTX, which is a language of its own, and none of IR. The list may only shrink. */
const OF_PTX = [
  'ptx/accesses.ts',
  'ptx/body.ts',
  'ptx/comparisons.ts',
  'ptx/constants.ts',
  'ptx/instructions.ts',
  'ptx/opcodes.ts',
  'ptx/operands.ts',
  'ptx/parse.ts',
  'ptx/source.ts',
  'ptx/types.ts',
];
/** Methods that look for something in a string. */
const SEARCHES = new Set([
  ...['match', 'matchAll', 'search', 'replace', 'replaceAll', 'split', 'indexOf', 'lastIndexOf', 'includes'],
  ...['startsWith', 'endsWith'],
]);
/** Names under which passes have the text of IR. */
const TEXTS = new Set(['text', 'line', 'ir', 'header', 'body']);

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));

/** Regular expressions of a source, and searches in texts of IR, each with its line. */
function patternsIn(source: string): string[] {
  const file = ts.createSourceFile('pass.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const isPattern =
      ts.isRegularExpressionLiteral(node) || (ts.isIdentifier(node) && node.text === 'RegExp') || isSearch(node);
    if (isPattern) found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** True for `line.text.includes(…)`, `text.split(…)` and the like. */
function isSearch(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression: of } = node.expression;
  const owner = ts.isPropertyAccessExpression(of) ? of.name.text : ts.isIdentifier(of) ? of.text : '';
  return SEARCHES.has(name.text) && TEXTS.has(owner);
}

const patternsOf = (path: string) => patternsIn(readFileSync(join(FOLDER, path), 'utf8'));

describe('passes over IR', () => {
  it('finds each way to match a text', () => {
    expect(patternsIn('const at = /x/.exec(line);')).toHaveLength(1);
    expect(patternsIn("const x = new RegExp('x');")).toHaveLength(1);
    expect(patternsIn("if (line.text.includes('load')) {}")).toHaveLength(1);
    expect(patternsIn("const [head] = text.split(' = ');")).toHaveLength(1);
    expect(patternsIn("if (callee.startsWith('llvm.')) {}")).toHaveLength(0);
  });

  it.each(files.filter((path) => !path.startsWith(READER) && !OF_PTX.includes(path)))(
    'asks the reader and matches no text: %s',
    (path) => {
      expect(patternsOf(path)).toEqual([]);
    },
  );

  it.each(OF_PTX)('has patterns of PTX: %s', (path) => {
    expect(files).toContain(path);
    expect(patternsOf(path)).not.toEqual([]);
  });
});
