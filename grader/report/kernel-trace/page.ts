import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { KERNEL_TRACE_WORDS, wordTraceBuild, wordTraceWindow } from '../../explain/index.ts';
import { packagedTemplates, type Templates } from '../../platform/render/index.ts';
import { wellFormed } from '../escape.ts';
import { highlightLines } from '../highlight.ts';
import type { TraceData } from './data.ts';
import type { Moment } from './moment.ts';
import { type SourceLines, threadText } from './text.ts';

export interface KernelTracePageInput {
  readonly title: string;
  /** The launch in words. */
  readonly about: string;
  readonly kernel: string;
  readonly block: readonly [number, number, number];
  readonly data: TraceData;
  readonly sources: SourceLines;
  /** The step and the thread that the page opens at. */
  readonly opened: Moment;
  /** The other end of a race, which the page shows beside it. */
  readonly other: Moment | null;
  /** The sentence on the finding, with its accesses if the recording does not show it; `null` if there is none. */
  readonly finding: { readonly text: string; readonly isShown: boolean; readonly accesses: readonly string[] } | null;
  readonly templates?: Templates;
}

/** A recorded block as one self-contained page to step through. Equal recordings give equal bytes. */
export function renderKernelTrace({
  templates = packagedTemplates,
  data,
  sources,
  ...input
}: KernelTracePageInput): string {
  const style = `${templates.read('report.css')}${templates.read('trace.css')}${templates.read('kernel-trace.css')}`;
  const script = templates.read('kernel-trace.js');
  const { opened, other, block } = input;
  const moved = (moment: Moment | null) => moment && { ...moment, step: moment.step - data.skipped };
  const shown = {
    ...data,
    block,
    opened: moved(opened),
    other: moved(other),
    isFinding: input.finding?.isShown ?? false,
    words: KERNEL_TRACE_WORDS,
  };
  const files = [...new Set(data.places.map(([file]) => file))].map((name) => ({
    name,
    lines: highlightLines((sources.get(name) ?? []).join('\n')).map((tokens, index) => ({ number: index + 1, tokens })),
  }));
  const page = templates.compile('kernel-trace.html.hbs')({
    ...input,
    style: new Handlebars.SafeString(style),
    styleHash: hashOf(style),
    script: new Handlebars.SafeString(script),
    scriptHash: hashOf(script),
    // A `<` could end the element that holds it.
    data: new Handlebars.SafeString(JSON.stringify(shown).replaceAll('<', '\\u003c')),
    files,
    build: wordTraceBuild(),
    window: wordTraceWindow(data.skipped, data.isCut),
    text: threadText(data, sources, opened.thread),
  });
  return wellFormed(page);
}

function hashOf(text: string): Handlebars.SafeString {
  return new Handlebars.SafeString(createHash('sha256').update(text).digest('base64'));
}
