import { expect, it } from 'vitest';
import { codeOnly } from '../../grader/compile/index.ts';

it.each([
  ['int a; // "no text"', 'int a;             '],
  ['a /* {\n" */ b', 'a     \n     b'],
  ['f("{ // \\" }", 1)', 'f(           , 1)'],
  [String.raw`c == '{' || c == '\'' || c == '\x7b'`, 'c ==     || c ==      || c ==       '],
  ["n = 1'000'000 + f('{');", "n = 1'000'000 + f(   );"],
  ['/* without an end\n{', '                 \n '],
])('blanks what is no code in %j', (text, code) => {
  expect(codeOnly(text)).toBe(code);
});
