import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { Marked } from 'marked';
import { printable } from '../../platform/index.ts';
import { packagedTemplates, type Templates } from '../../platform/render/index.ts';
import type { CasePicture } from './pictures.ts';

const IMAGES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
]);

export interface HandoutPage {
  readonly title: string;
  readonly markdown: string;
  /** The files that the handout links to or shows, by path. */
  readonly linked: ReadonlyMap<string, Uint8Array>;
  readonly pictures: readonly CasePicture[];
  readonly templates?: Templates;
}

/** Renders a handout as one self-contained page. Markup of the author's own is shown, not run. */
export function renderHandoutPage({
  title,
  markdown,
  linked,
  pictures,
  templates = packagedTemplates,
}: HandoutPage): string {
  const style = templates.read('report.css') + templates.read('handout.css');
  const render = templates.compile('handout.html.hbs');
  return printable(
    render({
      title,
      style: new Handlebars.SafeString(style),
      styleHash: new Handlebars.SafeString(createHash('sha256').update(style).digest('base64')),
      body: new Handlebars.SafeString(bodyOf(markdown, linked)),
      pictures: pictures.map(({ caption, url }) => ({ caption, url: new Handlebars.SafeString(url) })),
    }),
  );
}

function bodyOf(markdown: string, linked: ReadonlyMap<string, Uint8Array>): string {
  const base64 = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const marked = new Marked({
    renderer: {
      code: ({ text }) => `<pre tabindex="0" role="group" aria-label="Code"><code>${escaped(text)}</code></pre>\n`,
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^(https?|mailto):/.test(href)) return `<a href="${escaped(href)}" rel="noopener">${text}</a>`;
        const bytes = linked.get(href);
        if (bytes === undefined) return text;
        const name = href.split('/').at(-1) ?? href;
        return `<a href="data:text/plain;base64,${base64(bytes)}" download="${escaped(name)}">${text}</a>`;
      },
      image({ href, text }) {
        const bytes = linked.get(href);
        const type = IMAGES.get(href.split('.').at(-1)?.toLowerCase() ?? '');
        if (bytes === undefined || type === undefined) return escaped(text);
        return `<img src="data:${type};base64,${base64(bytes)}" alt="${escaped(text)}">`;
      },
      html: ({ text }) => escaped(text),
    },
  });
  return marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
