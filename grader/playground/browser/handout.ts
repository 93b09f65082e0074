import { Marked } from 'marked';
import type { PlaygroundAssignment } from '../assignment.ts';

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** An assignment's handout as HTML. Its headings stand below the page's own; files that it links to come with it. */
export function renderHandout({ handout, attachments }: Pick<PlaygroundAssignment, 'handout' | 'attachments'>): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const level = Math.min(6, depth + 1);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0" role="group" aria-label="Code"><code>${escaped(text)}</code></pre>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^(https?|mailto):/.test(href)) return `<a href="${escaped(href)}" rel="noopener">${text}</a>`;
        const file = attachments[href];
        if (file === undefined) return text;
        const name = href.split('/').at(-1) ?? href;
        return `<a href="data:text/plain;base64,${file}" download="${escaped(name)}">${text}</a>`;
      },
      image({ href, text }) {
        const file = attachments[href];
        const type = IMAGES[href.split('.').at(-1)?.toLowerCase() ?? ''];
        return file === undefined || !type
          ? escaped(text)
          : `<img src="data:${type};base64,${file}" alt="${escaped(text)}">`;
      },
      table({ header, rows }) {
        const cells = (row: typeof header, tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = header.some(({ text }) => text !== '') ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
        return `<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      // Markup of the author's own is shown, not run.
      html: ({ text }) => escaped(text),
    },
  });
  return marked.parse(handout, { async: false });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
