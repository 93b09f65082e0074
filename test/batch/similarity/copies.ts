/** What people do to a program that they have copied, from nothing at all to a good deal of work. */
export const DISGUISES = {
  identical: (source) => source,
  layout: (source) => relayout(withoutComments(source)),
  renamed: (source) => rename(withoutComments(source)),
  reordered: (source) => reorder(source),
  literals: (source) => changeNumbers(source),
  loops: (source) => forToWhile(source),
  'dead code': (source) => addDeadCode(source),
  everything: (source) => addDeadCode(forToWhile(changeNumbers(rename(relayout(withoutComments(reorder(source))))))),
} as const satisfies Record<string, (source: string) => string>;

export type Disguise = keyof typeof DISGUISES;

/** The kernels of one submission with the entry function, and what stands before it, of another. */
export function halfCopied(from: string, own: string, entry: string): string {
  const kernels = blocks(from).filter((block) => !isEntry(block, entry));
  const rest = blocks(own).filter((block) => isEntry(block, entry));
  return [...kernels, ...rest].join('\n\n');
}

function isEntry(block: string, entry: string): boolean {
  return new RegExp(`^(?:extern "C" )?void ${entry}\\(`, 'm').test(block);
}

export function withoutComments(source: string): string {
  return source.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '');
}

/** Another editor's habits: tabs, a line for each brace, blanks around stars. */
function relayout(source: string): string {
  return source
    .replace(/^ +/gm, (blanks) => '\t'.repeat(Math.ceil(blanks.length / 2)))
    .replace(/\) \{$/gm, ')\n{')
    .replace(/ ([*+]) /g, '$1')
    .replace(/\n{2,}/g, '\n');
}

/** Words that are not the student's to rename. */
const FIXED = new Set(
  `alignas auto bool break case char class const constexpr continue do double else exit extern false float for fprintf
  printf stderr if inline int long namespace operator return short signed sizeof size_t static static_cast struct switch
  template true typename uint8_t unsigned using void while include define pragma unroll std min max ceil fmaf roundf dim3
  cuda_runtime stdio stdlib stdint cstdio cstdlib algorithm h x y z C EXIT_FAILURE rgb_to_grayscale matmul
  threadIdx blockIdx blockDim gridDim`.split(/\s+/),
);

function rename(source: string): string {
  const names = new Map<string, string>();
  return source
    .split(/("(?:[^"\\\n]|\\.)*")/)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return part.replace(/(?<![\w.#])[A-Za-z]\w*/g, (name) => {
        if (FIXED.has(name) || /^cuda|^atomic/.test(name)) return name;
        if (!names.has(name)) names.set(name, `renamed_${names.size}`);
        return names.get(name) ?? name;
      });
    })
    .join('');
}

/** Functions the other way round, behind their declarations, and neighbouring declarations of variables swapped. */
function reorder(source: string): string {
  const parts = blocks(source);
  const isFunction = (part: string): boolean =>
    /\)\s*(?:const )?\{/.test(part) && !/^\s*(?:struct|#define)/m.test(part);
  const functions = parts.filter(isFunction);
  const declarations = functions.map((part) => `${withoutComments(part.slice(0, part.indexOf('{'))).trim()};`);
  const rest = parts.filter((part) => !isFunction(part));
  return [...rest, ...declarations, ...functions.reverse().map(swapDeclarations)].join('\n\n');
}

function swapDeclarations(text: string): string {
  const lines = text.split('\n');
  for (let index = 0; index + 1 < lines.length; index++) {
    const first = /^\s+(?:const )?\w+ \*?(\w+) = .*;$/.exec(lines[index] ?? '');
    const second = /^\s+(?:const )?\w+ \*?(\w+) = .*;$/.exec(lines[index + 1] ?? '');
    if (!first || !second || new RegExp(`\\b${first[1]}\\b`).test(second[0])) continue;
    lines.splice(index, 2, second[0], first[0]);
    index += 1;
  }
  return lines.join('\n');
}

/** Top-level pieces: a function or struct each, and what stands between them. */
function blocks(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const line of source.split('\n')) {
    part += `${line}\n`;
    depth += count(line, /\{/g) - count(line, /\}/g);
    const inMacro = /\\\s*$/.test(line);
    if (depth === 0 && !inMacro && /^\S.*[;}]\s*$|^\};?$|^#|^\s+\} while/.test(line)) {
      parts.push(part.trim());
      part = '';
    }
  }
  if (part.trim() !== '') parts.push(part.trim());
  return parts.filter((text) => text !== '');
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function changeNumbers(source: string): string {
  return source.replace(/(?<![\w.])([2-9]|[1-9]\d+)(?![\w.])/g, (number) => String(Number(number) * 2));
}

/** `for (a; b; c) d` as `a; while (b) { d c; }`. */
function forToWhile(source: string): string {
  let text = source;
  for (let at = text.search(/\bfor\s*\(/); at !== -1; at = text.search(/\bfor\s*\(/)) {
    const open = text.indexOf('(', at);
    const close = matching(text, open);
    const [first = '', condition = '', step = ''] = text.slice(open + 1, close).split(';');
    const rest = text.slice(close + 1);
    const start = close + 1 + rest.search(/\S/);
    const end = text[start] === '{' ? matching(text, start) + 1 : statementEnd(text, start);
    const body = text.slice(start, end).replace(/^\{|\}$/g, '');
    text = `${text.slice(0, at)}${first};\n while (${condition}) {${body} ${step};\n}${text.slice(end)}`;
  }
  return text;
}

function matching(text: string, open: number): number {
  const close = text[open] === '(' ? ')' : '}';
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === text[open]) depth += 1;
    if (text[at] === close && --depth === 0) return at;
  }
  throw new Error(`nothing closes ${text.slice(open, open + 40)}`);
}

/** The end of a statement without braces; a loop inside it may have some. */
function statementEnd(text: string, start: number): number {
  if (/^for\b/.test(text.slice(start))) {
    const close = matching(text, text.indexOf('(', start));
    const next = close + 1 + text.slice(close + 1).search(/\S/);
    return text[next] === '{' ? matching(text, next) + 1 : statementEnd(text, next);
  }
  return text.indexOf(';', start) + 1;
}

/** A function that nobody calls, and variables that nobody reads at the beginning of every function. */
function addDeadCode(source: string): string {
  let number = 0;
  const filled = source.replace(/\)(\s*)\{$/gm, (opening) => {
    number += 1;
    return `${opening}\n  int spare_${number} = ${number} * 7;\n  spare_${number} -= 3;\n  (void)spare_${number};`;
  });
  return `static int never_called(int a) {\n  while (a > 3) a /= 2;\n  return a;\n}\n${filled}`;
}
