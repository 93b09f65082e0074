import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { TRACE_WORDS, wordExtents, wordPlural, wordTraceLeftOut } from '../../explain/index.ts';
import { packagedTemplates, type Templates } from '../../platform/render/index.ts';
import { type TracedCase, volume } from '../../simulator/index.ts';
import { type AssignmentSpec, arrayParameters, extents, isOutput } from '../../spec/index.ts';
import { wellFormed } from '../escape.ts';
import { pageData } from './data.ts';
import type { Recording } from './recorder.ts';

export interface TracePageInput {
  readonly spec: AssignmentSpec;
  readonly traced: Pick<TracedCase, 'name' | 'dims' | 'inputs'>;
  readonly recording: Recording;
  /** What ended the simulation early, as it is told; null where it came to its end. */
  readonly error: string | null;
  readonly templates?: Templates;
}

/**
 * A simulation as one self-contained page to step through. The trace as text is in it, for those who have no script.
 * Equal simulations give equal bytes.
 */
export function renderTracePage({
  spec,
  traced: { name, dims, inputs },
  recording,
  error,
  templates = packagedTemplates,
}: TracePageInput): string {
  const style = `${templates.read('report.css')}${templates.read('trace.css')}`;
  const script = templates.read('trace.js');
  const parameters = arrayParameters(spec.entry);
  const outputs = parameters.filter(isOutput).map((parameter) => parameter.name);
  const data = pageData(recording, { shapes: extents(spec, dims), inputs, outputs }, error);
  const [first] = recording.launches;
  const threads = recording.launches.reduce((sum, { grid, block }) => sum + volume(grid) * volume(block), 0);
  const sizes = Object.entries(dims)
    .map(([dimension, value]) => `${dimension} = ${value}`)
    .join(', ');
  const render = templates.compile('trace.html.hbs');
  const page = render({
    style: new Handlebars.SafeString(style),
    styleHash: hashOf(style),
    script: new Handlebars.SafeString(script),
    scriptHash: hashOf(script),
    // A `<` could end the element that holds it.
    data: new Handlebars.SafeString(JSON.stringify({ ...data, words: TRACE_WORDS }).replaceAll('<', '\\u003c')),
    title: spec.title,
    kernel: first?.kernel ?? spec.entry.function,
    about: `${name === 'example' ? 'A small example' : `Case ${name}`}, ${sizes}`,
    blocks: first ? wordPlural(volume(first.grid), 'block') : null,
    block: first ? wordExtents([first.block.x, first.block.y, first.block.z]) : '',
    threads: wordPlural(threads, 'thread'),
    leftOut: recording.leftOut && wordTraceLeftOut(recording.leftOut, recording.steps.length),
    error,
    text: recording.text,
  });
  return wellFormed(page);
}

function hashOf(text: string): Handlebars.SafeString {
  return new Handlebars.SafeString(createHash('sha256').update(text).digest('base64'));
}
