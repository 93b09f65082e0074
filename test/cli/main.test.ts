import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../grader/cli/commands.ts';
import { normaliseArguments, parseFormats, parseSeed } from '../../grader/cli/options.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { session } from './harness.ts';

describe('help and version', () => {
  it('shows every command on stdout', async () => {
    const { run, stdout, stderr } = session();
    expect(await run('--help')).toBe(0);
    for (const { name, hidden } of COMMANDS) {
      if (!hidden) expect(stdout()).toContain(`\n  ${name.split(' ')[0]} `);
    }
    expect(stderr()).toBe('');
  });

  it.each(COMMANDS.map(({ name }) => name))('explains %s, with examples', async (name) => {
    const { run, stdout } = session();
    expect(await run(...name.split(' '), '--help')).toBe(0);
    expect(stdout()).toContain(`Usage: grade ${name}`);
    expect(stdout()).toContain(`\n  grade ${name}`);
    const other = session();
    expect(await other.run('help', ...name.split(' '))).toBe(0);
    expect(other.stdout()).toBe(stdout());
  });

  it('does not name what only the program itself runs', async () => {
    const { run, stdout } = session();
    expect(await run('batch', '--help')).toBe(0);
    expect(stdout()).toContain('\n  run ');
    expect(stdout()).not.toContain('work');
  });

  it('refuses two values of an option that takes one', async () => {
    const { run, stderr } = session();
    expect(await run('batch', 'override', 'week3', '--student', 'ada', '--set', '5', '--set', '6')).toBe(2);
    expect(stderr()).toContain("error: option '--set <points>' takes one value, and there are two: 5 and 6");
    const flag = session();
    await flag.run('batch', 'override', 'week3', '--set', '5', '--set', '5', '--excused', '--excused');
    expect(flag.stderr()).not.toContain('takes one value');
    const several = session();
    await several.run('batch', 'review', 'no-such-folder', '--decide', 'a', '--decide', 'b');
    expect(several.stderr()).not.toContain('takes one value');
  });

  it('says the version of the package', async () => {
    const { run, stdout } = session();
    expect(await run('--version')).toBe(0);
    expect(stdout().trim()).toBe(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version);
  });
});

describe('errors of usage end in 2, on stderr, and load no engine', () => {
  it.each([
    ['no command', [], /Usage: grade/],
    ['an unknown command', ['submt'], /unknown command 'submt'[\s\S]*Did you mean submit/],
    ['an unknown option', ['submit', 'a', 'b', '--seeed', '1'], /unknown option '--seeed'[\s\S]*--seed/],
    [
      'a missing argument',
      ['submit', 'grayscale'],
      /Which file solves grayscale\? Name it: `grade submit grayscale mine\.cu`/,
    ],
    ['no argument outside of an exercise', ['submit'], /does not belong to an exercise\. Start one with `grade start/],
    ['too many arguments', ['submit', 'a', 'b', 'c'], /too many arguments/],
    ['an unknown target', ['submit', 'a', 'b', '--target', 'tpu'], /'tpu' is invalid[\s\S]*auto, emulator, gpu/],
  ])('%s', async (_, argv, words) => {
    const { run, stdout, stderr, alive } = session();
    expect(await run(...argv)).toBe(2);
    expect(stderr()).toMatch(words);
    expect(stdout()).toBe('');
    expect(alive()).toBe(0);
  });
});

describe('arguments', () => {
  it.each([
    [
      ['--json', 'matmul-tiled', 'a.cu'],
      ['--json=-', 'matmul-tiled', 'a.cu'],
    ],
    [
      ['a', 'b', '--json'],
      ['a', 'b', '--json=-'],
    ],
    [
      ['--json', '-', 'a'],
      ['--json=-', 'a'],
    ],
    [
      ['--json', 'out.JSON', 'a'],
      ['--json=out.JSON', 'a'],
    ],
    [
      ['--json=out', 'a'],
      ['--json=out', 'a'],
    ],
    [
      ['a', '--', '--json', 'x'],
      ['a', '--', '--json', 'x'],
    ],
  ])('%j means %j', (given, normal) => {
    expect(normaliseArguments(given)).toEqual(normal);
  });

  it('reads lists of formats', () => {
    expect(parseFormats('text, html,text,', ['text', 'html'])).toEqual(['text', 'html']);
    expect(parseFormats('', ['text'])).toEqual([]);
    expect(() => parseFormats('htlm', ['text', 'html'])).toThrow(/"htlm", did you mean html\? There are: text, html\./);
    expect(() => parseFormats('junit', ['text', 'html'])).toThrow(/no report format "junit"\. There are/);
  });

  it('reads seeds', () => {
    expect(parseSeed(undefined)).toBeNull();
    expect(parseSeed('0042')).toBe('42');
    expect(parseSeed('9007199254740993')).toBe('9007199254740993');
    expect(parseSeed('18446744073709551615')).toBe('18446744073709551615');
    expect(() => parseSeed('18446744073709551616')).toThrow('the maximum is 18446744073709551615');
    for (const wrong of ['', 'x', '-1', '1.5', '1e3']) expect(() => parseSeed(wrong)).toThrow(/Give a whole number/);
  });
});
