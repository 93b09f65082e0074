import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { stringify } from 'yaml';
import { packageRoot } from '../../platform/index.ts';

const TEMPLATES = join(packageRoot, 'templates', 'assignment');
const SUFFIX = '.hbs';
/** Ends the line of a template at which the finding of a rejected submission has to be. */
const MARK = '//@line';

/**
 * The files of a new assignment, by path with `/`.
 * @param kind - folder of templates, beside `common`. A template whose name begins with `_` is a part of others
 */
export async function renderFiles(kind: string, view: Readonly<Record<string, unknown>>): Promise<Map<string, string>> {
  const { default: handlebars } = await import('handlebars');
  const engine = handlebars.create();
  engine.registerHelper('yaml', (value: unknown) => stringify(value, { lineWidth: 0 }).trimEnd());
  const templates = [...templatesIn('common'), ...templatesIn(kind)];
  const options = { noEscape: true, strict: true };
  for (const { name, text } of templates) {
    // The line's end after a part is the part's own.
    if (name.startsWith('_')) engine.registerPartial(name.slice(1), text);
  }
  const lines: Record<string, number> = {};
  const files = new Map<string, string>();
  const paths = templates.filter(({ name }) => !name.startsWith('_'));
  // The manifest names lines of the others.
  const last = (path: string): number => (path.endsWith('manifest.yaml') ? 1 : 0);
  for (const { name, text } of paths.sort((a, b) => last(a.name) - last(b.name))) {
    const rendered = engine.compile(text, options)({ mark: '', read: '', write: '', ...view, kind, lines });
    // What makes nothing of its own, as a mistake that this style does not let one make.
    if (rendered.trim() === '') continue;
    const at = rendered.split('\n').findIndex((line) => line.endsWith(MARK));
    if (at >= 0) lines[name.replace('submissions/', '')] = at + 1;
    files.set(name, rendered.replaceAll(MARK, ''));
  }
  return files;
}

function templatesIn(folder: string): { readonly name: string; readonly text: string }[] {
  const root = join(TEMPLATES, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: relative(root, path).slice(0, -SUFFIX.length).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
