// The rules for words that a script can hold (CONTRIBUTING.md, "Words"): which patterns a sentence must not have, and
// how the sentences of a file are found.
import { isAbsolute } from 'node:path';
import ts from 'typescript';

/**
 * One pattern. `scopes` are `S`, strings in grader/explain; `M`, all strings in grader/; `U`, Markdown for users;
 * `T`, titles of tests; `C`, comments. `example` is a text that the pattern matches.
 *
 * @typedef {{ id: string, scopes: string, pattern: RegExp, instead: string, example: string }} Rule
 */

/** @type {readonly Rule[]} */
export const RULES = [
  {
    id: 'mend',
    scopes: 'SMUCT',
    pattern: /\bmend(s|ed|ing)?\b/i,
    instead: 'fix, fixed, fixing',
    example: 'Mend that one first',
  },
  {
    id: 'told',
    scopes: 'SMUCT',
    pattern: /\b(is|are|was|were|be|been) (not )?told\b/i,
    instead: 'is reported, is shown',
    example: 'a race is not told',
  },
  {
    id: 'tell-of',
    scopes: 'SMUCT',
    pattern: /\b(tell|tells|told|telling) of\b/i,
    instead: 'reports, warns about',
    example: 'The check tells of a leak',
  },
  {
    id: 'who-clause',
    scopes: 'SMUCT',
    pattern: /(^|[,;:.] |\b(and|for|of|as) )who (\w+s|have|had)\b[^?]*?[.,;]/i,
    instead: 'name the subject: "a thread that ..."',
    example: 'and who takes a lock fences before the first use.',
  },
  {
    id: 'come-to-end',
    scopes: 'SMUCT',
    pattern: /\bcom(e|es|ing) to (its|their|the|an) end\b/i,
    instead: 'finish, return, end',
    example: 'The kernel does not come to its end',
  },
  {
    id: 'give-out',
    scopes: 'SMUCT',
    pattern: /\b(give|gives|gave|given) (out|back)\b/i,
    instead: 'allocate; return; free; release',
    example: 'that cudaMalloc gave out here',
  },
  {
    id: 'for-because',
    scopes: 'SMUC',
    pattern: /[,;] for (they|there|it|nobody|division|others|no|now)\b/i,
    instead: ', because',
    example: 'It is skipped, for there is no GPU.',
  },
  {
    id: 'per-a',
    scopes: 'SMUC',
    pattern:
      /\b(one|a) thread an? (pixel|element|row)\b|\b(bytes|floats|threads|warps|line|pixels) an? (block|pixel|element|bank|student|point|second|clock|lane|row)\b|shared memory a block/i,
    instead: 'per',
    example: 'one thread a pixel',
  },
  {
    id: 'anew',
    scopes: 'SMUCT',
    pattern: /\banew\b|\bonce more\b/i,
    instead: 'again',
    example: 'grades it once more',
  },
  {
    id: 'so-many',
    scopes: 'SMUCT',
    pattern: /(^|[a-z,] )so (many|much|often)\b(?! (that|as)\b)/i,
    instead: 'at most N, that many',
    example: 'grade so many',
  },
  {
    id: 'spoil',
    scopes: 'SMUCT',
    pattern: /\bspoi(l|ls|led|lt|ling)\b/i,
    instead: 'overwrite, corrupt',
    example: 'spoils the input',
  },
  {
    id: 'chance',
    scopes: 'SMU',
    pattern: /\bchance\b/i,
    instead: 'is undefined, depends on timing',
    example: 'is a matter of chance',
  },
  {
    id: 'has-inverted',
    scopes: 'S',
    pattern: /\b(How many|Which|What) [a-z ]+ (has|have) (one|this|the|each|a) [a-z]+\b/i,
    instead: 'do-support: "How many bytes does this buffer have?"',
    example: 'How many bytes has this buffer?',
  },
  {
    id: 'double-question',
    scopes: 'S',
    pattern: /^[^.?]*\?[^?]*\?|, and (which|what|how|where|who|does|do|is|are|can|could|may)\b[^.]*\?/i,
    instead: 'one question per hint',
    example: 'Which index is it, and how many elements are there?',
  },
  {
    id: 'long-sentence',
    scopes: 'SU',
    pattern: /^(\S+\s+){25,}\S+/,
    instead: '25 words at most (aim for 20)',
    example: `It is ${'a very '.repeat(12)}long sentence.`,
  },
  {
    id: 'doc-opener',
    scopes: 'D',
    pattern: /^(What|Of|Where|Who|Whoever|Why|How|By|As|From|So|Those|Its|That|Which|Else|Something|Is|Has|Does)\b/,
    instead: 'verb ("Returns ...") or article and noun ("The ...")',
    example: 'What the host did.',
  },
  {
    id: 'long-title',
    scopes: 'T',
    pattern: /^.{73,}/,
    instead: 'at most 72 characters',
    example: 'x'.repeat(73),
  },
];

/** Rules that match within one sentence, not within a paragraph. */
const BY_SENTENCE = new Set(['long-sentence']);

/**
 * A text with the place of each of its characters in the file.
 *
 * @typedef {{ scopes: string, text: string, at: (index: number) => number, allowed: ReadonlySet<string> }} Passage
 */

/**
 * @param {string} path from the root, with slashes
 * @param {string} source
 * @returns {{ line: number, rule: Rule, scope: string, text: string }[]} one for each rule and passage
 */
export function lintWords(path, source) {
  const passages = /\.md(\.hbs)?$/.test(path) ? markdownPassages(source) : codePassages(path, source);
  const lineAt = lineCounter(source);
  return passages.flatMap(({ scopes, text, at, allowed }) =>
    RULES.filter(({ id, scopes: of }) => !allowed.has(id) && [...scopes].some((scope) => of.includes(scope))).flatMap(
      (rule) =>
        matches(rule, withoutCode(text)).map(({ index, length }) => ({
          line: lineAt(at(index)),
          rule,
          scope: [...scopes].at(-1),
          text: text.slice(index, index + length),
        })),
    ),
  );
}

/** @returns {{ index: number, length: number }[]} where a text breaks a rule */
export function matches(rule, text) {
  if (BY_SENTENCE.has(rule.id)) {
    return sentences(text)
      .filter(({ sentence }) => rule.pattern.test(sentence))
      .map(({ sentence, index }) => ({ index, length: sentence.length }));
  }
  const match = rule.pattern.exec(text);
  return match === null ? [] : [{ index: match.index, length: match[0].length }];
}

function sentences(text) {
  const found = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/[.?!][)"'*_]*(?=\s|$)\s*/g)) {
    const rest = text.slice(index + end.length);
    // "e.g. 60" and "i.e. X" do not end a sentence.
    if (/\b(e\.g|i\.e|etc|vs)\.\s*$/.test(text.slice(start, index + end.length)) && rest !== '') continue;
    found.push({ sentence: text.slice(start, index + end.length).trim(), index: start });
    start = index + end.length;
  }
  if (start < text.length) found.push({ sentence: text.slice(start).trim(), index: start });
  return found;
}

/** Code in backticks becomes one word of the same length, because it is not English. */
function withoutCode(text) {
  return text.replaceAll(/`[^`]+`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``);
}

function lineCounter(source) {
  const starts = [0];
  for (let index = source.indexOf('\n'); index !== -1; index = source.indexOf('\n', index + 1)) starts.push(index + 1);
  return (position) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

const exceptions = (line = '') => new Set([...line.matchAll(/lint-words: ([a-z-]+)/g)].map(([, id]) => id));

// Markdown ------------------------------------------------------------------------------------------------------------

function markdownPassages(source) {
  const passages = [];
  let lines = [];
  /** The marks that opened a code block; `null` outside of one. */
  let fence = null;
  let allowed = new Set();
  const flush = () => {
    if (lines.length > 0) passages.push(passage('U', lines, allowed));
    if (lines.length > 0) allowed = new Set();
    lines = [];
  };
  let start = 0;
  for (const raw of source.split('\n')) {
    const offset = start;
    start += raw.length + 1;
    const mark = /^\s*(`{3,}|~{3,})/.exec(raw)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      flush();
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) continue;
    if (raw.trim() === '' || /^\s*\|/.test(raw)) {
      flush();
      continue;
    }
    if (/^\s*<!--/.test(raw)) {
      flush();
      allowed = exceptions(raw);
      continue;
    }
    const heading = /^#+ /.test(raw);
    if (heading || /^\s*([-*]|\d+\.) /.test(raw)) flush();
    const lead = /^\s*(#+ |>\s*|[-*] |\d+\. )?/.exec(raw)[0].length;
    lines.push({ text: raw.slice(lead).trimEnd(), offset: offset + lead });
    if (heading) flush();
  }
  flush();
  return passages;
}

function passage(scopes, lines, allowed) {
  let length = 0;
  const starts = lines.map(({ text, offset }) => {
    const start = { index: length, offset };
    length += text.length + 1;
    return start;
  });
  const at = (index) => {
    const { index: from, offset } = starts.findLast(({ index: first }) => first <= index);
    return offset + index - from;
  };
  return { scopes, text: lines.map(({ text }) => text).join(' '), at, allowed };
}

// TypeScript and C ----------------------------------------------------------------------------------------------------

function codePassages(path, source) {
  if (isAbsolute(path)) throw new Error(`${path} is not relative to the root`);
  const script = /\.(ts|mjs)$/.test(path);
  const { passages, code } = script ? literals(path, source) : { passages: [], code: blankStrings(source) };
  return [...passages, ...comments(code, source)];
}

/** Texts of literals, and the source with all of them blank, in which comments are found. */
function literals(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const passages = [];
  const blanks = [];
  const messages = path.startsWith('grader/explain/') ? 'SM' : path.startsWith('grader/') ? 'M' : '';
  const lines = source.split('\n');
  const lineAt = lineCounter(source);
  const add = (scopes, node, text) => {
    const position = node.getStart(file);
    const allowed = exceptions(lines[lineAt(position) - 2]);
    passages.push({ scopes, text: text.replaceAll(/\s+/g, ' ').trim(), at: () => position, allowed });
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node) || ts.isStringLiteralLike(node))
      blanks.push([node.getStart(file), node.end]);
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      blanks.push([node.getStart(file), node.end]);
    if (path.startsWith('test/') && ts.isCallExpression(node) && isTest(node.expression)) {
      const title = node.arguments[0] && textOf(node.arguments[0]);
      if (title) add('T', node.arguments[0], title);
    }
    const text = messages === '' || ts.isImportDeclaration(node) ? null : textOf(node);
    if (text === null) {
      ts.forEachChild(node, visit);
      return;
    }
    if (text.includes(' ')) add(messages, node, text);
    // Expressions within a template may hold messages of their own.
    const inner = (part) => {
      if (textOf(part) === null) visit(part);
      else {
        if (ts.isStringLiteralLike(part) || ts.isTemplateHead(part) || ts.isTemplateMiddleOrTemplateTail(part))
          blanks.push([part.getStart(file), part.end]);
        ts.forEachChild(part, inner);
      }
    };
    inner(node);
  };
  visit(file);
  const code = source.split('');
  for (const [from, to] of blanks)
    for (let index = from; index < to; index += 1) if (code[index] !== '\n') code[index] = ' ';
  return { passages, code: code.join('') };
}

/** @returns {string | null} a string, a template with X for each expression, or several of them joined by `+` */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

/** True for the callee in `it('…')`, `describe.skipIf(x)('…')`, `it.each(rows)('…')`. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return ['it', 'describe', 'test'].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return false;
}

const blankStrings = (source) => source.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (text) => ' '.repeat(text.length));

/** Comments of `code`; lines of `//` that follow each other are one. A doc comment has the scope `D` as well. */
function comments(code, source) {
  const passages = [];
  for (const { 0: text, index } of code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g)) {
    const doc = text.startsWith('/**');
    const words = text
      .replace(/^\/\*+/, '')
      .replace(/\*+\/$/, '')
      .split('\n')
      .map((line) => line.replace(/^\s*(\*|\/\/)\s?/, ''))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (words.includes('lint-words:')) continue;
    const before = source.slice(0, index).split('\n').at(-2);
    passages.push({ scopes: doc ? 'DC' : 'C', text: words, at: () => index, allowed: exceptions(before) });
  }
  return passages;
}
