import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forCdata, forHtml, forSarif, forSpreadsheet, forUri, wellFormed } from '../../grader/report/escape.ts';
import { workflowCommands } from '../../grader/report/github.ts';
import { HOSTILE } from './fixtures.ts';
import { readCommands } from './readers.ts';

/** Text of what sinks take for their own, more often than chance would have it. */
const pieces = [
  '::',
  ':',
  ',',
  '%',
  '%0A',
  '\n',
  '\r',
  '=',
  '+',
  '-',
  '@',
  "'",
  '＝',
  '\t',
  '<',
  '>',
  '&',
  '"',
  '](',
  '{0}',
];
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces, HOSTILE, '\ud800', '\udc00', '\u0000', '\u202e'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

/** For every text. */
function always(holds: (text: string) => void): void {
  fc.assert(fc.property(nasty, holds), { numRuns: 500 });
}

describe('what students wrote', () => {
  it('is whole Unicode without control characters', () => {
    always((text) => {
      const clean = wellFormed(text);
      expect(new TextDecoder().decode(new TextEncoder().encode(clean))).toBe(clean.replace(/^\ufeff/, ''));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(wellFormed(clean)).toBe(clean);
    });
  });

  it('is one workflow command, with the intended properties and text', () => {
    always((text) => {
      const place = { file: text, line: 3, column: 1 };
      const commands = workflowCommands([{ level: 'error', title: text, message: text, ...place }]).text;
      const clean = wellFormed(text);
      expect(readCommands(commands)).toEqual([
        {
          command: 'error',
          properties: { file: clean, line: '3', endLine: '3', col: '1', title: clean },
          message: clean,
        },
      ]);
    });
  });

  it('is no formula in a cell, and comes back', () => {
    always((text) => {
      const cell = forSpreadsheet(text);
      expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      const back = /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
      expect(back).toBe(wellFormed(text));
    });
  });

  it('never ends a CDATA section', () => {
    always((text) => {
      expect(forCdata(`${text}]]>${text}]]>`)).not.toContain(']]>');
    });
  });

  it('is no markup in HTML', () => {
    always((text) => {
      expect(forHtml(text)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    });
  });

  it('is neither a link nor an argument in SARIF', () => {
    always((text) => {
      expect(forSarif(text)).not.toMatch(/\]\(|(?<!\{)\{\d+\}(?!\})/);
    });
  });

  it('is a relative reference as a path', () => {
    always((text) => {
      const uri = forUri(text);
      expect(uri).toMatch(/^(?:[\w.!~*'()/-]|%[0-9A-F]{2})*$/);
      expect(decodeURIComponent(uri)).toBe(wellFormed(text));
    });
  });
});
