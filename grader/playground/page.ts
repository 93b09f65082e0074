import Handlebars from 'handlebars';
import { sha256 } from '../platform/index.ts';
import { packagedTemplates } from '../platform/render/index.ts';
import type { Site } from './site.ts';

/** `index.html`. The report's style and script are allowed by their hashes: it is shown inside the page. */
export function renderPage(site: Site): string {
  const { app, assignments, version } = site;
  return packagedTemplates.compile('playground.html.hbs')({
    app,
    assignments,
    version,
    reportStyle: hashOf('report.css'),
    reportScript: hashOf('report.js'),
    // As data in a page: no `</script>` may end it.
    site: new Handlebars.SafeString(JSON.stringify(site).replaceAll('<', '\\u003c')),
  });
}

/** As base64, which has nothing to escape. */
function hashOf(template: string): Handlebars.SafeString {
  return new Handlebars.SafeString(sha256('base64', packagedTemplates.read(template)));
}
