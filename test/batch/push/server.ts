import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a server of the tests got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer; headers that every answer has are the server's. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is a text. */
  readonly body?: unknown;
  /** Closes the connection without an answer. */
  readonly drop?: true;
}

export interface TestServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Replies that come before all others, one per request that matches. */
  readonly next: { match: (request: Received) => boolean; reply: Reply }[];
  close(): Promise<void>;
}

/** A server on this machine that answers as `handle` says. */
export async function startServer(handle: (request: Received, url: string) => Reply): Promise<TestServer> {
  const received: Received[] = [];
  const next: TestServer['next'] = [];
  let url = '';
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { pathname, searchParams } = new URL(incoming.url ?? '/', url);
    const request: Received = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: Buffer.concat(parts).toString('utf8'),
    };
    received.push(request);
    const at = next.findIndex(({ match }) => match(request));
    const [first] = at === -1 ? [] : next.splice(at, 1);
    answer(response, first?.reply ?? handle(request, url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    next,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(response: ServerResponse, { status = 200, headers = {}, body = '', drop }: Reply): void {
  if (drop) {
    response.destroy();
    return;
  }
  const isText = typeof body === 'string';
  response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
