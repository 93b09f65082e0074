import Handlebars from 'handlebars';

/**
 * Compiles a template. The bundle has these functions in its place already (scripts/lib/program-bundle.mjs), and no
 * compiler of Handlebars.
 * @param _name - the file's name in `templates/`
 * @param text - returns the file's text
 */
export function compileTemplate(_name: string, text: () => string): (view: object) => string {
  return Handlebars.compile<object>(text(), { strict: true });
}
