import { beforeAll, describe, expect, test } from 'vitest';
import { accepted, marked, refused } from './sources.ts';
import { errorLines, Headers, SIDES } from './toolchains.ts';

let headers: Headers;
beforeAll(async () => {
  headers = await Headers.load();
});

describe.each(accepted)('$name', ({ text }) => {
  test.each(SIDES)('compiles without a word on the %s side', async (side) => {
    const { code, log } = await headers.compile(text, side);
    expect(log).toBe('');
    expect(code).toBe(0);
  });
});

describe.each(refused)('$name', ({ text }) => {
  test('is refused on every marked line and on no other', async () => {
    const runs = [await headers.compile(text, 'device'), await headers.compile(text, 'host')];
    const lines = runs.flatMap(({ log }) => errorLines(log));
    expect([...new Set(lines)].sort((a, b) => a - b)).toEqual(marked(text));
  });
});

describe('precompiled headers', () => {
  const vectors = accepted.find(({ name }) => name === 'vectors.cu')?.text ?? '';

  test.each(SIDES)('give the %s side the same code as the headers themselves', async (side) => {
    const [lean, std, text] = [
      await headers.compile(vectors, side, 'lean'),
      await headers.compile(vectors, side, 'std'),
      await headers.compile(vectors, side, 'text'),
    ].map(({ output }) => new TextDecoder().decode(output));
    expect(text).toContain('define');
    expect(functions(lean)).toEqual(functions(text));
    expect(functions(std)).toEqual(functions(text));
  });

  test('leave room for every other header of the standard library', async () => {
    const others = [
      'deque',
      'map',
      'set',
      'unordered_map',
      'fstream',
      'functional',
      'random',
      'regex',
      'complex',
      'thread',
    ];
    const source = `${others.map((name) => `#include <${name}>`).join('\n')}\nint main() { std::map<int, std::deque<int>> m; return (int)m.size(); }`;
    for (const set of ['lean', 'std'] as const) {
      const { code, log } = await headers.compile(source, 'host', set);
      expect(log).toBe('');
      expect(code).toBe(0);
    }
  });

  test('with the standard library are for sources that include some of it', () => {
    expect(headers.setFor('#include <iostream>\n')).toBe('std');
    expect(headers.setFor('  # include <vector> // why\n')).toBe('std');
    expect(headers.setFor('#include <cstdio>\n#include <stdint.h>\n')).toBe('lean');
    expect(headers.setFor('// #include nothing\n')).toBe('lean');
  });
});

/** Function bodies by name, without what numbers attributes and metadata. */
function functions(ir: string | undefined): Record<string, string> {
  const found = [...(ir ?? '').matchAll(/^define .*?@([\w.]+)\([\s\S]*?^}/gm)];
  return Object.fromEntries(found.map(([body, name]) => [name, body.replace(/ #\d+|!\w+/g, '')]));
}
