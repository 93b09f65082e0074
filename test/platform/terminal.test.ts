import { describe, expect, it } from 'vitest';
import { printable, textWidth, usesColor } from '../../grader/platform/terminal.ts';

const terminal = { write: () => undefined, isTTY: true, columns: 132 };

describe('colour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s with %j: %s', (isTTY, env, expected) => {
    expect(usesColor({ ...terminal, isTTY }, env)).toBe(expected);
  });
});

describe('width', () => {
  it('is the terminal’s within bounds, 80 elsewhere', () => {
    expect(textWidth({ ...terminal, columns: 90 })).toBe(90);
    expect(textWidth(terminal)).toBe(110);
    expect(textWidth({ ...terminal, columns: 20 })).toBe(40);
    expect(textWidth({ ...terminal, isTTY: false, columns: 200 })).toBe(80);
  });
});

it('leaves nothing in a text that drives a terminal', () => {
  expect(printable('a\u001b[31mb\u0007\u009bc\r\n\td')).toBe('a\ufffd[31mb\ufffd\ufffdc\ufffd\n\td');
});
