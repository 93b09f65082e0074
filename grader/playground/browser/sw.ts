/**
 * The site's service worker: what was loaded once stays, so that the page works offline. Names of files hold a hash of
 * what is in them, so that one that is there is right; a new version of the site takes what it has in common.
 */

/** Written before this script, with the site. Paths are relative to the page. */
interface CachedSite {
  readonly version: string;
  /** The page itself. */
  readonly shell: readonly string[];
  /** All else, fetched when it is needed or asked for. */
  readonly rest: readonly string[];
}

/** What a service worker has, as far as it is used: TypeScript's library for pages lacks it. */
interface Scope {
  readonly SITE: CachedSite;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'fetch' | 'message', listener: (event: ServiceEvent) => void): void;
}

interface ServiceEvent {
  readonly request: Request;
  readonly data: unknown;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as Scope;
const { shell, rest } = scope.SITE;
const CACHE = 'grade-playground';
const addressOf = (path: string) => new URL(path, scope.registration.scope).href;
const PAGES = new Set(['./', 'index.html'].map(addressOf));
const immutable = new Set([...shell, ...rest].filter((path) => path !== './').map(addressOf));

scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(shell.map((path) => keep(addressOf(path)))).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(removeOlder().then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = request.url.split(/[?#]/)[0] ?? '';
  if (request.method !== 'GET') return;
  if (immutable.has(url)) event.respondWith(keep(url));
  else if (request.mode === 'navigate' && PAGES.has(url)) event.respondWith(newest(request));
});

/** The page asks for all that was not needed yet, once it has time. */
scope.addEventListener('message', (event) => {
  if (event.data === 'keep-all') event.waitUntil(keepAll());
});

/** From the cache, or from the network into the cache. */
async function keep(url: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = immutable.has(url) ? await cache.match(url) : undefined;
  if (known) return known;
  const response = await fetch(url);
  // Where there is no room, the page works all the same.
  if (response.ok) void cache.put(url, response.clone()).catch(() => undefined);
  return response;
}

/** The page as it is now; without a network as it was last. */
async function newest(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = () => cache.match(addressOf('./'));
  try {
    const response = await fetch(request);
    if (!response.ok) return (await kept()) ?? response;
    void cache.put(addressOf('./'), response.clone()).catch(() => undefined);
    return response;
  } catch (error) {
    const known = await kept();
    if (known) return known;
    throw error;
  }
}

async function keepAll(): Promise<void> {
  for (const path of rest) {
    const response = await keep(addressOf(path)).catch(() => null);
    // To its end: only then it is in the cache.
    await response?.arrayBuffer().catch(() => undefined);
  }
}

async function removeOlder(): Promise<void> {
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => url !== addressOf('./') && !immutable.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}
