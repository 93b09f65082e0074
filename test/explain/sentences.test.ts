import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

/** Code decides by data. What it would read in a sentence of the grader's own is lost in a translation. */

const root = join(import.meta.dirname, '..', '..');
const FIXTURE = join(root, 'grader', 'fixture.ts');

/** Methods of a string that look into it. */
const LOOKS: ReadonlySet<string> = new Set([
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'match', 'matchAll', 'search', 'split'],
  ...['replace', 'replaceAll', 'localeCompare', 'charAt', 'codePointAt'],
]);

/** The fields that hold sentences, each with a field that the same object has. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  message: ['rule', 'hint', 'side', 'detail'],
  hint: ['message', 'rule'],
  summary: ['status', 'maxScore'],
  pattern: ['firstMismatch'],
};

/** The folders and files that read what other programs print: compilers, and nvcc among them. */
const READERS = ['grader/compile/', 'grader/sandbox/'];

/** The places that look at a sentence to show it, or to test that it is shown; they decide nothing by it. */
const SHOWN: Readonly<Record<string, string>> = {
  'grader/doctor/hostile/judge.ts': 'The corpus says what a report must say.',
  'grader/authoring/validate/trial.ts': 'A table shows the first line.',
};

let program: ts.Program;
beforeAll(() => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, incremental: false, noEmit: true };
  const names = ts.sys.readDirectory(join(root, 'grader'), ['.ts']);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FIXTURE || fileExists(name);
  host.getSourceFile = (name, target, ...rest) =>
    name === FIXTURE ? ts.createSourceFile(name, VIOLATIONS, target, true) : getSourceFile(name, target, ...rest);
  program = ts.createProgram([...names, FIXTURE], options, host);
}, 120_000);

const VIOLATIONS = `
import type { Finding, CheckResult } from './result/index.ts';
export const one = ({ message }: Finding) => message.includes('no element');
export const two = (finding: Finding) => /reads/.test(finding.message);
export const three = (finding: Finding) => finding.hint?.startsWith('How');
export const four = ({ summary }: CheckResult) => summary === 'It does not compile.';
export const five = (finding: Finding) => { const { message: told } = finding; return told.split(' '); };
export const six = (finding: Finding) => { const text = finding.message; return text.match(/a/); };
export const fine = (finding: Finding) => finding.message.length + (finding.rule.startsWith('out') ? 1 : 0);
`;

function looksIn(path: string): string[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  if (!file) throw new Error(`${path} is no part of the program`);
  const found: string[] = [];

  const isOf = (type: ts.Type, field: string): boolean => {
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((part) =>
      SENTENCES[field]?.some((other) => checker.getPropertyOfType(part, other) !== undefined),
    );
  };
  /** True if an expression is a sentence: a field, or a variable that was made from one. */
  const isSentence = (node: ts.Expression): boolean => {
    if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return isSentence(node.expression);
    if (ts.isBinaryExpression(node)) return isSentence(node.left) || isSentence(node.right);
    if (ts.isPropertyAccessExpression(node)) {
      const field = node.name.text;
      return field in SENTENCES && isOf(checker.getTypeAtLocation(node.expression), field);
    }
    if (!ts.isIdentifier(node)) return false;
    const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
    if (declaration && ts.isBindingElement(declaration) && ts.isObjectBindingPattern(declaration.parent)) {
      const name = declaration.propertyName ?? declaration.name;
      if (!ts.isIdentifier(name) || !(name.text in SENTENCES)) return false;
      return isOf(checker.getTypeAtLocation(declaration.parent), name.text);
    }
    return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
      ? isSentence(declaration.initializer)
      : false;
  };
  const report = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${relative(root, path).split(sep).join('/')}:${line + 1}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: object, name } = node.expression;
      const [argument] = node.arguments;
      if (LOOKS.has(name.text) && isSentence(object)) report(node);
      if ((name.text === 'test' || name.text === 'exec') && argument && isSentence(argument)) report(node);
    }
    const equals = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken];
    if (ts.isBinaryExpression(node) && equals.includes(node.operatorToken.kind)) {
      const [left, right] = [node.left, node.right];
      if ((ts.isStringLiteral(right) && isSentence(left)) || (ts.isStringLiteral(left) && isSentence(right)))
        report(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('the sentences of findings', () => {
  it('are seen where code looks into them', () => {
    expect(looksIn(FIXTURE)).toEqual([3, 4, 5, 6, 7, 8].map((line) => `grader/fixture.ts:${line}`));
  });

  it('are read by no code but the readers of other programs', () => {
    const files = program
      .getRootFileNames()
      .map((name) => relative(root, name).split(sep).join('/'))
      .filter((name) => name !== 'grader/fixture.ts' && !READERS.some((folder) => name.startsWith(folder)));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((name) => looksIn(join(root, name)));
    expect(found.filter((place) => !(place.replace(/:\d+$/, '') in SHOWN))).toEqual([]);
    expect(Object.keys(SHOWN).filter((name) => !found.some((place) => place.startsWith(name)))).toEqual([]);
  });
});
