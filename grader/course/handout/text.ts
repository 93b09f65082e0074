import { styleText } from 'node:util';
import { Marked, type Token, type Tokens } from 'marked';
import { printable } from '../../platform/index.ts';

export interface TextOptions {
  readonly color: boolean;
  readonly width: number;
}

type Format = 'bold' | 'cyan' | 'dim' | 'underline';

/** Renders Markdown for a terminal: headings, paragraphs broken to the width, lists, tables, and programs as they are. */
export function renderHandoutText(markdown: string, { color, width }: TextOptions): string {
  const style = (format: Format, text: string): string =>
    color && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  const blocks = new Marked().lexer(printable(markdown)).flatMap((token) => blockLines(token, width, style));
  return `${trimmed(blocks).join('\n')}\n`;
}

type Style = (format: Format, text: string) => string;

/** Returns the lines of a block, with an empty line after it. */
function blockLines(token: Token, width: number, style: Style): string[] {
  switch (token.type) {
    case 'heading':
      return [style('bold', plain((token as Tokens.Heading).tokens)), ''];
    case 'paragraph':
    case 'text':
      return [...prose(inline(token), width, style), ''];
    case 'code':
      return [...(token as Tokens.Code).text.split('\n').map((line) => `    ${line}`.trimEnd()), ''];
    case 'blockquote':
      return (token as Tokens.Blockquote).tokens.flatMap((inner) =>
        blockLines(inner, width - 2, style).map((line) => `  ${line}`.trimEnd()),
      );
    case 'list':
      return [...listLines(token as Tokens.List, width, style), ''];
    case 'table':
      return [...tableLines(token as Tokens.Table, width, style), ''];
    case 'hr':
      return [style('dim', '-'.repeat(Math.min(width, 20))), ''];
    default:
      return [];
  }
}

function listLines({ items, ordered, start }: Tokens.List, width: number, style: Style): string[] {
  return items.flatMap((item, index) => {
    const mark = ordered ? `${Number(start || 1) + index}. ` : '- ';
    const lines = trimmed(item.tokens.flatMap((inner) => blockLines(inner, width - mark.length, style)));
    return lines.map((line, at) => (at === 0 ? mark + line : `${' '.repeat(mark.length)}${line}`.trimEnd()));
  });
}

/** Columns but the widest have their natural width; a table that does not fit becomes a list. */
function tableLines({ header, rows, align }: Tokens.Table, width: number, style: Style): string[] {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => plain(tokens)));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const widest = widths.indexOf(Math.max(...widths));
  const others = widths.reduce((sum, one, column) => (column === widest ? sum : sum + one), 2 * (widths.length - 1));
  widths[widest] = Math.min(widths[widest] ?? 0, width - others);
  if ((widths[widest] ?? 0) < 16) return cells.slice(1).flatMap((row) => prose(row.join(': '), width, style));
  return cells.flatMap((row, at) => {
    const broken = row.map((cell, column) => prose(cell, widths[column] ?? 0, (_, text) => text));
    const height = Math.max(...broken.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => {
      const parts = broken.map((lines, column) => {
        const text = lines[line] ?? '';
        const size = widths[column] ?? 0;
        return align[column] === 'right' ? text.padStart(size) : text.padEnd(size);
      });
      const text = parts.join('  ').trimEnd();
      return at === 0 ? style('bold', text) : text;
    });
  });
}

/** Returns the text of inline Markdown, with code still in backquotes. */
function inline(token: Token): string {
  const { tokens, raw } = token as Tokens.Paragraph;
  return tokens === undefined ? raw : tokens.map(inlineText).join('');
}

function inlineText(token: Token): string {
  switch (token.type) {
    case 'codespan':
      return `\`${(token as Tokens.Codespan).text}\``;
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      const text = tokens.map(inlineText).join('');
      return /^https?:/.test(href) && href !== text ? `${text} (${href})` : text;
    }
    case 'image':
      return `[${(token as Tokens.Image).text}]`;
    case 'br':
      return '\n';
    default: {
      const { tokens, text, raw } = token as Tokens.Text;
      return tokens ? tokens.map(inlineText).join('') : unescaped(text ?? raw);
    }
  }
}

function plain(tokens: readonly Token[]): string {
  return tokens.map(inlineText).join('').replaceAll('\n', ' ');
}

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES.get(name) ?? '');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['#39', "'"],
]);

/** Breaks prose at spaces. Code in backquotes stays on one line, and loses its backquotes if it has a color. */
function prose(text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one) =>
    one.replace(/`([^`]+)`/g, (quoted, code: string) => {
      const styled = style('cyan', code);
      return styled === code ? quoted : styled;
    }),
  );
}

function trimmed(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}
