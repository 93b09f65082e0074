import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderGcc } from '../../grader/pipeline/run/index.ts';
import { packageRoot } from '../../grader/platform/index.ts';

const folder = join(packageRoot, 'editors', 'vscode');
const source = readFileSync(join(folder, 'extension.mts'), 'utf8');
const { contributes, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const named = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, name = '']) => name).sort();

describe('the extension for VS Code', () => {
  it('declares each setting and each command that it has', () => {
    const settings = Object.keys(contributes.configuration.properties).sort();
    expect(named(/settings\.get(?:<[^>]+>)?\('(\w+)'/g).map((name) => `grade.${name}`)).toEqual(settings);
    const commands = contributes.commands.map(({ command }: { command: string }) => command);
    expect(named(/registerCommand\('([\w.]+)'/g)).toEqual(commands);
    expect(main).toBe('./extension.js');
  });

  it('reads the lines of `grade run` with its problem matcher', () => {
    const finding = {
      rule: 'out-of-bounds-write',
      severity: 'error',
      message: 'Thread 2 of block 0 writes past the end of x.',
      file: 'src/fill.cu',
      line: 2,
      column: 32,
    } as const;
    const [line = ''] = renderGcc([finding], { color: false, lines: () => null }).split('\n');
    const { regexp, ...groups } = contributes.problemMatchers[0].pattern;
    const found = new RegExp(regexp).exec(line) ?? [];
    const read = Object.fromEntries(Object.entries<number>(groups).map(([name, group]) => [name, found[group]]));
    expect(read).toEqual({
      file: 'src/fill.cu',
      line: '2',
      column: '32',
      severity: 'error',
      code: 'out-of-bounds-write',
      message: 'Thread 2 of block 0 writes past the end of x.',
    });
  });
});
