import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

const folder = join(packageRoot, 'dist', 'grader', 'api');

/** Fails to compile if the types that the package has are not those that the grader works with. */
const SAME = `
import type { GradeResult, RunResult } from '${folder}/results.js';
import type { GradeResult as Graded, RunResultJson } from '${packageRoot}/grader/result/index.ts';
/** The schema does not say which arrays the grader itself must not change. */
type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
type Same<A, B> = [Plain<A>, Plain<B>] extends [Plain<B>, Plain<A>] ? true : false;
export const grade: Same<GradeResult, Graded> = true;
export const run: Same<RunResult, RunResultJson> = true;
export const unlike: Same<GradeResult, RunResult> = false;
`;

describe('the declarations of the package', () => {
  it('import only each other', () => {
    for (const name of ['index', 'types', 'results']) {
      const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8');
      for (const [, from] of text.matchAll(/(?:from |import\()['"](.*?)['"]/g)) {
        expect(['./results.js', './types.js']).toContain(from);
      }
    }
  });

  it('have the types of results that the grader has', () => {
    const name = join(packageRoot, 'test', 'same.ts');
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, getSourceFile } = host;
    host.fileExists = (path) => path === name || fileExists(path);
    host.getSourceFile = (path, ...more) =>
      path === name ? ts.createSourceFile(path, SAME, ts.ScriptTarget.ES2023) : getSourceFile(path, ...more);
    const program = ts.createProgram([name], options, host);
    const wrong = program.getSemanticDiagnostics(program.getSourceFile(name));
    expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});
