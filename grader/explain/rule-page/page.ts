import type { Rule } from '../../result/index.ts';

/** A program of a page. */
export interface Example {
  readonly source: string;
  /** The assignment that it is handed in for; null for a program with a `main` of its own. */
  readonly assignment: string | null;
}

/** A page of docs/rules/, in the parts that every one of them has. */
export interface RulePage {
  readonly rule: string;
  /** A sentence. */
  readonly title: string;
  /** A paragraph of Markdown. */
  readonly meaning: string;
  /** The comment `// <rule>` ends the line that the finding is at. */
  readonly wrong: Example;
  readonly fixing: string;
  readonly right: Example;
  /** What a GPU does with the wrong one. */
  readonly onGpu: string;
}

const PARTS = ['What it means', 'Example', 'How to fix it', 'On a GPU'] as const;

/** @throws Error that names what the page lacks */
export function parseRulePage(markdown: string): RulePage {
  const [head = '', ...sections] = markdown.split(/^## /m);
  const [, rule, title] = /^# (\S+)\n\n(.+)\n/.exec(head) ?? [];
  if (rule === undefined || title === undefined) {
    throw new Error('A rule’s page begins with "# <rule>" and a sentence that says what it is.');
  }
  const titles = sections.map((section) => section.slice(0, section.indexOf('\n')));
  if (titles.join() !== PARTS.join()) {
    throw new Error(`The page of ${rule} has the parts ${titles.join(', ')}. Expected: ${PARTS.join(', ')}.`);
  }
  const [meaning = '', example = '', fix = '', onGpu = ''] = sections.map((section) =>
    section.slice(section.indexOf('\n')).trim(),
  );
  const right = exampleOf(fix);
  const wrong = exampleOf(example);
  if (wrong === null || right === null) throw new Error(`The page of ${rule} lacks the program, or the fixed one.`);
  return { rule, title, meaning: unwrapped(meaning), wrong, fixing: fix.split('\n```')[0] ?? '', right, onGpu };
}

function exampleOf(section: string): Example | null {
  const [, assignment, source] = /^```cuda ?(\S*)\n(.*?)^```$/ms.exec(section) ?? [];
  return source === undefined ? null : { source, assignment: assignment || null };
}

function unwrapped(paragraph: string): string {
  return paragraph.replace(/\s*\n\s*/g, ' ');
}

/** Returns the path of a rule's page in the package. */
export function pagePath(rule: Rule): string {
  return `docs/rules/${rule}.md`;
}
