// `npm run docs`: the documentation as a site that opens without a network, in dist/docs/. Links are relative, and a dead
// one fails the build. A search finds each heading.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import Handlebars from 'handlebars';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked } from 'marked';
import { register } from 'tsx/esm/api';
import { placesOf, searchScript } from './lib/docs-search.mjs';
import { at, ensureDependencies, fail, root, say } from './lib/project.mjs';

ensureDependencies();
register();
const { highlightSource } = await import('../grader/report/highlight.ts');
const { CHECK_IDS, RULES } = await import('../grader/result/rules.ts');
const { wordRule } = await import('../grader/explain/rules.ts');

for (const [name, language] of Object.entries({ bash, json, sh: bash, xml, yaml }))
  highlighter.registerLanguage(name, language);

const target = process.argv[2] ?? at('dist', 'docs');
const posixPath = (path) => path.replaceAll('\\', '/');

// Which pages there are: from Markdown by its path in the clone, to HTML by its path in the site -----------------------

const markdown = (folder) =>
  readdirSync(at(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);
const handouts = readdirSync(at('assignments'))
  .map((id) => `assignments/${id}/handout.md`)
  .filter((file) => existsSync(at(file)));
const sources = new Map(
  [
    ...['docs', 'docs/rules', 'docs/reference', 'docs/bench'].flatMap(markdown),
    ...handouts,
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
  ].map((file) => [file, readFileSync(at(file), 'utf8')]),
);
sources.set('docs/rules/index.md', listOfRules());

const pages = [...sources].map(([source, text]) => ({
  source,
  path: sitePath(source),
  title: plain(/^# (.+)$/m.exec(text)?.[1] ?? source),
  text,
}));

function sitePath(source) {
  return source
    .replace(/^docs\//, '')
    .replace(/^assignments\/(.+)\/handout\.md$/, 'exercises/$1.md')
    .replace(/\.md$/, '.html')
    .replace(/^[A-Z]+(?=\.html$)/, (name) => name.toLowerCase());
}

function listOfRules() {
  const rules = Object.keys(RULES);
  const sections = [...CHECK_IDS, null].map((check) => {
    const lines = rules
      .filter((rule) => RULES[rule] === check)
      .map((rule) => `- [${rule}](${rule}.md): ${wordRule(rule).title}`);
    return `## ${check ?? 'Of no check'}\n\n${lines.join('\n')}\n`;
  });
  return `# Rules\n\nWhat a finding can be, under the check that it belongs to.\n\n${sections.join('\n')}`;
}

// The sidebar ---------------------------------------------------------------------------------------------------------

const GROUPS = [
  ['Exercises', /^exercises\//],
  ['Guides', /^(student-guide|python|run|ta-guide|instructor-guide|batch|similarity|formats|playground|api)\.html$/],
  ['Reference', /^(reference\/|counters|emulator-differences|systems|limits)/],
  ['Rules', /^rules\//],
  ['How it works', /^(architecture|contributing|security|changelog)/],
  ['Measurements', /^bench\//],
];

function sidebar(page) {
  const entry = ({ path, title }) => ({ title, href: between(page.path, path), here: path === page.path });
  const rest = pages.filter(({ path }) => path !== 'index.html' && !GROUPS.some(([, pattern]) => pattern.test(path)));
  const groups = GROUPS.map(([name, pattern]) => ({ name, of: pages.filter(({ path }) => pattern.test(path)) }));
  return [...groups, { name: 'More', of: rest }]
    .filter(({ of }) => of.length > 0)
    .map(({ name, of }) => ({
      name,
      // From the first page people go to these.
      open: of.includes(page) || (page.path === 'index.html' && ['Exercises', 'Guides'].includes(name)),
      entries: of
        .map(entry)
        .sort((a, b) => (b.title === 'Rules') - (a.title === 'Rules') || a.title.localeCompare(b.title, 'en')),
    }));
}

function between(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}

// From Markdown to HTML -----------------------------------------------------------------------------------------------

/** Files that pages show or link besides pages. */
const assets = new Map();
const problems = [];

function render(page) {
  const slugs = new Map();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        return `<h${depth} id="${slugOf(plain(html), slugs)}">${html}</h${depth}>\n`;
      },
      code({ text, lang }) {
        const [language = ''] = (lang ?? '').split(' ');
        return `<pre class="program" tabindex="0"><code>${highlighted(text, language)}</code></pre>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(linkTo(href, page))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(linkTo(href, page))}" alt="${escaped(text)}">`;
      },
      table({ header, rows }) {
        const cells = (row, tag, more) =>
          row
            .map(
              ({ tokens, align }) =>
                `<${tag}${more}${align === 'right' ? ' class="right"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`,
            )
            .join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td', '')}</tr>`).join('\n');
        // A heading without text is none.
        const head = header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(header, 'th', ' scope="col"').replaceAll(/<th[^>]*><\/th>/g, '<td></td>')}</tr></thead>`
          : '';
        return `<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(page.text);
}

/** As GitHub makes it. */
function slugOf(text, seen) {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = seen.get(slug) ?? 0;
  seen.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function highlighted(text, language) {
  const lines = highlightSource(text, language);
  return lines
    .map((tokens) =>
      tokens
        .map(({ text: part, kind }) => (kind ? `<span class="${kind}">${escaped(part)}</span>` : escaped(part)))
        .join(''),
    )
    .join('\n');
}

/** A link of the Markdown, as the site has it. */
function linkTo(href, page) {
  if (/^(https?|mailto):/.test(href) || href.startsWith('#')) return href;
  const [path, anchor] = href.split('#');
  const source = posix.normalize(posix.join(posix.dirname(page.source), path));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (sources.has(source)) return between(page.path, sitePath(source)) + suffix;
  if (source.startsWith('..') || !existsSync(at(source))) {
    problems.push(`${page.source}: there is no ${href}`);
    return href;
  }
  const copied = source.startsWith('docs/') ? source.slice('docs/'.length) : `files/${source}`;
  assets.set(copied, source);
  return between(page.path, copied) + suffix;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function plain(html) {
  const text = html.replace(/<[^>]+>/g, '').replaceAll('`', '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

// Building ------------------------------------------------------------------------------------------------------------

const style = `${readFileSync(at('templates', 'report.css'), 'utf8')}${readFileSync(at('templates', 'docs.css'), 'utf8')}`;
const script = readFileSync(at('templates', 'docs.js'), 'utf8');
const hashOf = (text) => new Handlebars.SafeString(createHash('sha256').update(text).digest('base64'));
const template = Handlebars.compile(readFileSync(at('templates', 'docs.html.hbs'), 'utf8'), { strict: true });
const contents = new Map(pages.map((page) => [page.path, render(page)]));
const built = new Map(
  pages.map((page) => [
    page.path,
    template({
      style: new Handlebars.SafeString(style),
      styleHash: hashOf(style),
      // It may load the index, wherever the site is: that is `strict-dynamic`.
      script: new Handlebars.SafeString(script),
      scriptHash: hashOf(script),
      title: page.title,
      home: between(page.path, 'index.html'),
      isHome: page.path === 'index.html',
      root: between(page.path, 'index.html').replace(/index\.html$/, ''),
      groups: sidebar(page),
      content: new Handlebars.SafeString(contents.get(page.path)),
    }),
  ]),
);
checkLinks();
if (problems.length > 0)
  fail(`the documentation has dead links:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
rmSync(target, { recursive: true, force: true });
for (const [path, html] of built) write(path, (file) => writeFileSync(file, html));
const places = pages.flatMap(({ path, title }) => placesOf({ path, title, html: contents.get(path) }, plain));
write('search-index.js', (file) => writeFileSync(file, searchScript(places)));
for (const [path, source] of assets) write(path, (file) => copyFileSync(at(source), file));
say(`${built.size} pages in ${posixPath(relative(root, target))}; begin with index.html.`);

function write(path, how) {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  how(file);
}

/** Every link of every page leads to a page or a file of the site, and every anchor to an element. */
function checkLinks() {
  const ids = new Map(
    [...built].map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );
  for (const [path, html] of built) {
    for (const [, link] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(link)) continue;
      const [file, anchor] = link.split('#');
      const to = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
      if (!built.has(to) && !assets.has(to)) problems.push(`${path}: ${link} leads nowhere`);
      else if (anchor && !ids.get(to)?.has(decodeURIComponent(anchor)))
        problems.push(`${path}: ${link} has no such place`);
    }
  }
}
