import { describe, expect, it } from 'vitest';
import { renderSimilarityText } from '../../grader/batch/similarity/index.ts';
import { progressLine } from '../../grader/cli/progress.ts';
import { renderCounters, renderGcc } from '../../grader/pipeline/run/index.ts';
import { printable, printableLine } from '../../grader/platform/terminal.ts';
import { accepted, compareClass, submission } from '../batch/similarity/harness.ts';
import { session } from '../cli/harness.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { guardFinding } from '../report/fixtures.ts';

/** What drives a terminal, or shows text in another order than it has. */
const DRIVES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** What this program writes itself: colours, and a line that is written again. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are its own
const OWN = /\u001b\[(?:\d+(?:;\d+)?m|2K)|\r/g;

const solution = accepted('grayscale').values().next().value ?? '';

describe.each(Object.entries(HOSTILE_TEXTS))('a terminal that receives %s', (_trick, text) => {
  it('is driven by no finding, excerpt or counter of a program', () => {
    const finding = { ...guardFinding, file: text, message: text, hint: text, kernel: text };
    const findings = [{ ...finding, related: [{ message: text, file: text, line: 1, column: 2 }] }];
    const plain = renderGcc(findings, { color: false, lines: () => [text, text] });
    expect(plain).not.toMatch(DRIVES);
    expect(renderGcc(findings, { color: true, lines: () => [text] }).replace(OWN, '')).not.toMatch(DRIVES);
    const one: [number, number, number] = [1, 1, 1];
    const launch = { kernel: text, grid: one, block: one, sharedBytes: 0, counters: {} };
    expect(renderCounters([launch])).not.toMatch(DRIVES);
  });

  it('sees no line that a file’s name wrote', () => {
    const named = { ...guardFinding, file: text, message: 'It is outside.', hint: 'Which threads?', kernel: 'k' };
    const lines = renderGcc([named], { color: false, lines: () => null }).split('\n');
    const errors = lines.filter((line) => line.includes(': error: '));
    expect(
      errors.every((line) => /: (?:error|note): (?:out-of-bounds-write: It is outside\.|Which threads)/.test(line)),
    ).toBe(true);
    expect(lines[0]).toMatch(/It is outside\./);
  });

  it.each([true, false])('has one line of progress (terminal: %s)', (isTTY) => {
    const written: string[] = [];
    const stderr = { write: (part: string | Uint8Array) => void written.push(String(part)), isTTY, columns: 100 };
    let now = 0;
    const progress = progressLine({ stderr }, () => (now += 10_000));
    progress.show({ activity: text, done: 1, total: 2 });
    progress.clear();
    const shown = written.join('').replace(OWN, '');
    expect(shown).not.toMatch(DRIVES);
    expect(shown.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is driven by no file or assignment that is not found', async () => {
    // No program can be given the first, and no file be called the second.
    const name = text.replaceAll('\0', '').slice(0, 120);
    for (const argv of [
      ['submit', name, `${name}.cu`],
      ['run', `${name}.cu`],
      ['batch', 'status', name],
      ['lint', name],
      [name],
      ['submit', `--${name}`],
    ]) {
      const { run, stdout, stderr } = session();
      expect(await run(...argv), argv[0]).toBe(2);
      expect(stdout() + stderr()).not.toMatch(DRIVES);
    }
  });

  it('is driven by no list of similar submissions', async () => {
    const source = `// ${text.replace(/[\r\n\u2028\u2029]/g, ' ')}\n${solution}`;
    const comparison = await compareClass('grayscale', [submission(text, source), submission(`${text}2`, source)]);
    expect(renderSimilarityText({ ...comparison, assignment: { id: text, title: text } })).not.toMatch(DRIVES);
  });
});

it('text keeps everything that is text', () => {
  const text = 'Größe 0.5 µm, \tनमस्ते, שלום, 日本, 👩‍💻, e\u0301\n';
  expect(printable(text)).toBe(text);
  expect(printableLine(text)).toBe(text.replace('\n', '\ufffd'));
});
