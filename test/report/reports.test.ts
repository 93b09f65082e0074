import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { REPORT_FORMATS, type ReportInput, renderReports, renderText } from '../../grader/report/index.ts';
import { resultSchema } from '../../grader/result/index.ts';
import { check, guardFinding, inputs, NASTY, nastyInput, verdictOf } from './fixtures.ts';
import { SCRIPT, withoutScript } from './rendered.ts';

const plain = (input: ReportInput, width = 80) => renderText(input, { color: false, width });
const fileOf = (input: ReportInput, format: string) => renderReports(input, [format])[0]?.content ?? '';
const html = (input: ReportInput) => fileOf(input, 'html');

describe.each(Object.entries(inputs))('%s', (_name, input) => {
  it('begins with the verdict on the terminal and keeps to 80 columns', () => {
    const lines = plain(input).split('\n');
    expect(lines[0]).toBe(verdictOf(input));
    for (const line of lines.filter((text) => !text.includes(' | '))) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says each finding in every format', () => {
    for (const { message, rule } of input.result.checks.flatMap(({ findings }) => findings)) {
      const start = message.slice(0, 12);
      expect(plain(input)).toContain(start);
      expect(plain(input)).toContain(`[${rule}]`);
      expect(fileOf(input, 'md')).toContain(start);
      expect(html(input)).toContain(start.replaceAll("'", '&#x27;'));
    }
  });

  it('gives the result itself as JSON', () => {
    expect(resultSchema.parse(JSON.parse(fileOf(input, 'json')))).toEqual(input.result);
  });

  it('is one page without addresses, with allowed style and script, < 200 KB', () => {
    const page = html(input);
    expect(withoutScript(page)).not.toMatch(/<script|<link|<iframe|https?:|@import|\sstyle=|\son\w+=/);
    const script = createHash('sha256').update(SCRIPT).digest('base64');
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${digest}'`);
    expect(policy).toContain(page.includes('<script') ? `script-src 'sha256-${script}'` : "script-src 'none'");
    expect(page.length).toBeLessThan(200_000);
  });

  it('closes every element that it opens, and no id is given twice', () => {
    const page = html(input);
    expect(unclosed(page)).toEqual([]);
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  });
});

describe('the terminal', () => {
  it('writes findings as gcc does, with the line and a caret under its column', () => {
    const text = plain(inputs['guard missing']);
    expect(text).toMatch(/^mine\.cu:5:5: error: Thread 214 of block 131 writes/m);
    const lines = text.split('\n');
    const at = lines.findIndex((line) => /^ +5 \| {5}out\[i\]/.test(line));
    expect(at).toBeGreaterThan(0);
    expect(lines[at + 1]?.indexOf('^')).toBe(lines[at]?.indexOf('out'));
    expect(text).toContain('1,042 times in all cases');
  });

  it('points at the right column after letters of several bytes', () => {
    const source = '/* größer */ int i;\n';
    const column = '/* größer */ '.length + 1;
    const base = inputs['guard missing'];
    const result = { ...base.result, checks: [check('guards', [{ ...guardFinding, line: 1, column }])] };
    const lines = plain({ ...base, source, result }).split('\n');
    const at = lines.findIndex((line) => line.includes('int i;'));
    expect(lines[at + 1]?.indexOf('^')).toBe(lines[at]?.indexOf('int i'));
  });

  it('shows both ends of a race', () => {
    const text = plain(inputs.race);
    expect(text).toContain('mine.cu:4:9: note: the other access');
    expect(text).toContain('int i = blockIdx.x');
  });

  it('says a problem that two checks met only once', () => {
    const base = inputs['guard missing'];
    const checks = [check('guards', [guardFinding]), check('memory', [guardFinding])];
    const text = plain({ ...base, result: { ...base.result, checks } });
    expect(text.split('[out-of-bounds-write]')).toHaveLength(2);
  });

  it('has colours only where they are asked for', () => {
    const input = inputs['guard missing'];
    const colored = renderText(input, { color: true, width: 80 });
    expect(plain(input)).not.toContain('\u001b');
    expect(colored).toContain('\u001b[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain(input));
  });
});

describe('what students wrote does no harm', () => {
  const input = nastyInput();

  it('on a terminal', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
    expect(plain(input)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('in HTML', () => {
    const page = html(input);
    expect(withoutScript(page)).not.toContain('<script');
    expect(page).not.toMatch(/<img [^>]*onerror/);
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('{{x}}');
    expect(unclosed(page)).toEqual([]);
  });

  it('in Markdown', () => {
    const text = fileOf(input, 'md');
    const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
    expect(prose).not.toMatch(/(?<!\\)<(?:script|img)/);
    expect(prose).not.toMatch(/(?<!\\)\[l\]/);
    expect(prose).not.toContain('@team');
    expect(prose).not.toContain('```');
    expect(text).not.toContain('\u001b');
    // A bar in a cell would make another column.
    const cells = (row: string) => row.replaceAll('\\|', '').split('|').length;
    let columns = 0;
    for (const row of prose.split('\n')) {
      if (!row.startsWith('| ')) columns = 0;
      else if (columns === 0) columns = cells(row);
      else expect(cells(row)).toBe(columns);
    }
  });

  it('reaches every format', () => {
    for (const format of ['md', 'html']) expect(fileOf(input, format)).toContain('alert');
    expect(NASTY).toContain('alert');
  });
});

describe('the page', () => {
  it('shows expected, actual and difference, with text for screen readers', () => {
    const images = [
      ...html(inputs['wrong picture']).matchAll(/<img src="data:image\/png;base64,([^"]+)"[^>]* alt="([^"]+)"/g),
    ];
    expect(images).toHaveLength(4);
    const values = images.map(([, data = '']) => PNG.sync.read(Buffer.from(data.replaceAll('&#x3D;', '='), 'base64')));
    expect(values.map(({ width, height }) => [width, height])).toEqual([
      [4, 3],
      [4, 3],
      [4, 3],
      [4, 3],
    ]);
    expect(values.map(({ data }) => data[0])).toEqual([7, 9, 12, 255]);
    expect(values.map(({ data }) => data.length)).toEqual([48, 48, 48, 48]);
  });

  it('draws the launch over the data and counts the threads to spare', () => {
    const page = html(inputs['guard missing']);
    expect(page).toContain('33,792');
    expect(page).toContain('33,750');
    expect(page).toMatch(/<rect fill="url\(#outside-0\)"/);
    expect(html(inputs['compile error'])).not.toContain('class="blocks"');
  });

  it.each(['html', 'md'])('has the launches, allocations and copies as tables (%s)', (format) => {
    const page = fileOf(inputs['guard missing'], format);
    for (const words of ['132', '256', '512 bytes', '33,792 threads for 33,750 pixels', 'allocate allocation 1'])
      expect(page).toContain(words);
    expect(page).toContain('copy from allocation 1 to out');
    expect(page).toContain('wait for the device, 2 times');
  });

  it.each(['text', 'html', 'md'])('says that a launch was refused, not what it covers (%s)', (format) => {
    const refused = inputs['launch error'];
    const page = format === 'text' ? plain(refused).replaceAll('\n', ' ') : fileOf(refused, format);
    expect(page).toMatch(/the launch of \S*gray\S* failed, so none of its threads ran/);
    expect(page).not.toMatch(/launch of \S*gray\S* covers/);
    if (format !== 'text') expect(page).toContain('nothing: the launch failed');
    expect(page).not.toContain('class="blocks"');
  });

  it('marks the line of a finding in the source and links to it', () => {
    expect(html(inputs['guard missing'])).toMatch(/<a href="#L5">line 5<\/a>/);
    expect(html(inputs['guard missing'])).toMatch(/<span class="row error" id="L5">/);
  });
});

describe('templates', () => {
  const template = readFileSync(join(packageRoot, 'templates', 'report.html.hbs'), 'utf8');

  it('never leave text unescaped, and quote every attribute', () => {
    expect(template).not.toMatch(/\{\{\{|\{\{&/);
    expect(template).not.toMatch(/=\{\{/);
  });

  it.each(['light', 'dark'])('have colours with enough contrast (%s)', (scheme) => {
    const css = readFileSync(join(packageRoot, 'templates', 'report.css'), 'utf8');
    const [light = '', dark = ''] = [...css.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, body]) => body);
    const body = scheme === 'light' ? light : dark;
    const colors = new Map([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})/gi)].map(([, name, hex]) => [name, hex]));
    for (const ink of ['ink', 'soft', 'good', 'bad', 'warn', 'note', 'kw', 'str', 'com', 'num', 'pre'])
      for (const paper of ['page', 'card', 'mark'])
        expect(contrast(colors.get(ink) ?? '', colors.get(paper) ?? ''), `${ink} on ${paper}`).toBeGreaterThanOrEqual(
          4.5,
        );
  });
});

it('makes the files that were asked for, and none for text', () => {
  expect(REPORT_FORMATS).toEqual(expect.arrayContaining(['text', 'html', 'md', 'json']));
  const names = renderReports(inputs.accepted, ['text', 'html', 'md', 'json']).map(({ fileName }) => fileName);
  expect(names).toEqual(['report.html', 'report.md', 'result.json']);
});

/** Elements that are not closed in the order in which they were opened. */
function unclosed(page: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = '', self] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|[^>"])*?(\/?)>/g)) {
    if (self || ['meta', 'img', 'br', 'link'].includes(name)) continue;
    if (!slash) open.push(name);
    else if (open.at(-1) === name) open.pop();
    else return [...open, `/${name}`];
  }
  return open;
}

/** Contrast of two colours as WCAG 2 defines it. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('the order on a page', () => {
  it('has findings before the checks', () => {
    for (const text of [plain(inputs['guard missing']), fileOf(inputs['guard missing'], 'md')]) {
      expect(text.indexOf('out-of-bounds')).toBeGreaterThan(0);
      expect(text.indexOf('out-of-bounds')).toBeLessThan(text.search(/(✗|❌ \|) guards/));
    }
    const page = html(inputs['guard missing']);
    expect(page.indexOf('id="findings"')).toBeLessThan(page.indexOf('id="checks"'));
  });

  it('opens hints step by step', () => {
    expect(html(inputs['guard missing'])).toMatch(
      /<details class="hint"><summary>A question<\/summary>\s*<p>[^<]+<\/p>\s*<details><summary>What the rule means<\/summary>/,
    );
  });

  it('never has a zero beside an open grade', () => {
    const input = { ...inputs.infrastructure, result: { ...inputs.infrastructure.result, score: 0, maxScore: 90 } };
    for (const text of [plain(input), fileOf(input, 'md'), html(input)]) {
      expect(text).toMatch(/no points yet/i);
      expect(text).not.toMatch(/\b0 of 90 points|>0<\/strong> of/);
      expect(text).toContain('Run it again, or hand it in');
    }
  });

  it('is short for a passed submission, unless it is verbose', () => {
    const short = renderText(inputs.accepted, { color: false, width: 80 });
    const verbose = renderText(inputs.accepted, { color: false, width: 80, verbose: true });
    expect(verbose.length).toBeGreaterThanOrEqual(short.length);
    expect(short).not.toContain('How warps use memory');
  });
});
