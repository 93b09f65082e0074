import { styleText } from 'node:util';
import { CHECK_IDS, type CheckId, RULES, type Rule } from '../../result/index.ts';
import { wordCheckMeaning } from '../checks.ts';
import { wordRule } from '../rules.ts';

export interface TextOptions {
  readonly color: boolean;
  readonly width: number;
}

type Format = 'bold' | 'cyan' | 'dim' | 'red';

/** A rule's page for a terminal: headings, paragraphs broken to the width, programs as they are. */
export function renderPage(markdown: string, { color, width }: TextOptions): string {
  const style = (format: Format, text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const [, rule = ''] = /^# (\S+)/.exec(markdown) ?? [];
  const blocks = markdown.split(/^```.*\n/m).map((text, index) => {
    if (index % 2 === 1) return programLines(text, rule, style);
    return text.split(/\n{2,}/).flatMap((part) => {
      const heading = /^#+ (.*)/.exec(part.trim());
      if (heading) return ['', style('bold', heading[1] ?? '')];
      return part.trim() === '' ? [] : ['', ...wrapped(part, width).map((line) => withCode(line, style))];
    });
  });
  return `${blocks.flat().join('\n').trim()}\n`;
}

/** Every rule with its sentence, under the checks that they belong to. */
export function renderRules({ color, width }: TextOptions): string {
  const lines = [...CHECK_IDS, null].flatMap((check) => {
    const heading = check ?? 'no check';
    return [
      '',
      color ? styleText('bold', heading, { validateStream: false }) : heading,
      ...ruleLines((rule) => RULES[rule] === check, width),
    ];
  });
  return `${lines.join('\n').trim()}\n`;
}

/** A check for a terminal: what it means, how it gives points, and its rules. */
export function renderCheck(check: CheckId, { color, width }: TextOptions): string {
  const style = (format: Format, text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const { meaning, points } = wordCheckMeaning(check);
  const paragraph = (text: string) => wrapped(text, width).map((line) => withCode(line, style));
  return `${[
    style('bold', check),
    '',
    ...paragraph(meaning),
    '',
    ...paragraph(points),
    '',
    style('bold', 'Its rules'),
    ...ruleLines((rule) => RULES[rule] === check, width),
    '',
    ...paragraph('`grade explain <rule>` shows an example of each, and its fix.'),
  ].join('\n')}\n`;
}

function ruleLines(isWanted: (rule: Rule) => boolean, width: number): string[] {
  const rules = Object.keys(RULES) as Rule[];
  const longest = Math.max(...rules.map((rule) => rule.length));
  return rules.filter(isWanted).flatMap((rule) => {
    const [first = '', ...rest] = wrapped(wordRule(rule).title, width - longest - 4);
    return [`  ${rule.padEnd(longest)}  ${first}`, ...rest.map((line) => `${' '.repeat(longest + 4)}${line}`)];
  });
}

function programLines(program: string, rule: string, style: (format: Format, text: string) => string): string[] {
  const lines = program.replace(/\n$/, '').split('\n');
  return [
    '',
    ...lines.map((line) => (line.endsWith(`// ${rule}`) ? style('red', `    ${line}`) : `    ${line}`.trimEnd())),
  ];
}

/** Without colours code keeps its backquotes. */
function withCode(line: string, style: (format: Format, text: string) => string): string {
  return line.replace(/`([^`]+)`/g, (quoted, code: string) => {
    const styled = style('cyan', code);
    return styled === code ? quoted : styled;
  });
}

/** Code in backquotes stays on one line. */
function wrapped(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.trim().match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
