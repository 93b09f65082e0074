import { UsageError } from '../platform/index.ts';
import type { LoadedConfig } from './config.ts';
import type { Io } from './io.ts';

/**
 * Where the pages of `npm run docs` are served, without a slash at the end; null where nobody has said.
 * @throws UsageError for an address that is none
 */
export function docsUrlOf({ env }: Pick<Io, 'env'>, { docs }: LoadedConfig): string | null {
  const url = env.GRADE_DOCS_URL || docs?.url;
  if (!url) return null;
  if (!/^https?:\/\/\S+$/.test(url)) {
    throw new UsageError(
      `${JSON.stringify(url)} is no address of a site. Give e.g. GRADE_DOCS_URL=https://course.example/docs.`,
    );
  }
  return url.replace(/\/+$/, '');
}
