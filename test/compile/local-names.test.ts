import { expect, it } from 'vitest';
import { localName } from '../../grader/compile/mangled.ts';

it.each([
  ['_ZZ5tiledILi16EEvPKfS1_PfiiiE1a', 'a'],
  ['_ZZ6step_4vE8s_goto_5', 's_goto_5'],
  ['_ZZ6step_4vE7s_found_0', 's_found'],
  ['_ZZ6step_4vE7s_found__12_', 's_found'],
  ['_ZZN3foo3barE3quxE4tile', 'tile'],
  ['_ZL7counter', 'counter'],
  ['_ZZ12grau_färbenPKfPfiE7kächel', 'kächel'],
  ['_ZL10zähler_δ', 'zähler_δ'],
  ['_ZN6räume3varE', 'var'],
  ['_ZN5outer7größeE', 'größe'],
  ['tile', 'tile'],
])('%s is named %s', (symbol, name) => {
  expect(localName(symbol)).toBe(name);
});
