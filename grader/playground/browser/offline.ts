/** A page from a file, or from a plain address that is not this machine's, has no service worker. */
const workers = 'serviceWorker' in navigator && isSecureContext ? navigator.serviceWorker : null;

/** How long the first visit waits for the service worker, so that it sees what is loaded. */
const PATIENCE_MS = 4_000;

/** Resolves once what the page loads is kept for the next time, or cannot be. */
export async function whenControlled(): Promise<void> {
  if (!workers) return;
  try {
    await workers.register('sw.js');
  } catch {
    return;
  }
  if (workers.controller) return;
  await new Promise<void>((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
}

/** Keeps the rest of the site too, so that everything works offline. */
export function keepOffline(): void {
  workers?.controller?.postMessage('keep-all');
}
