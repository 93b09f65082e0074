import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** What any static host says of these files, and not more: no header of ours helps the page. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

export interface StaticSite {
  readonly url: string;
  /** Bytes of bodies that were sent, by path. */
  readonly sent: Map<string, number>;
  /** Answers with an error for paths that match. */
  refuse: RegExp | null;
  close(): Promise<void>;
}

export async function serve(folder: string): Promise<StaticSite> {
  const sent = new Map<string, number>();
  const site = { sent, refuse: null as RegExp | null };
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
    const stats = statSync(file, { throwIfNoEntry: false });
    if (site.refuse?.test(path)) return response.writeHead(503).end();
    if (!stats?.isFile()) return response.writeHead(404).end();
    sent.set(path, (sent.get(path) ?? 0) + stats.size);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': stats.size, 'cache-control': 'no-store' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
