import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { clientOptions, type Engine } from './engine.ts';

const PATH = (id: string): string => `/containers/${id}/attach?stream=1&stdin=1&stdout=1&stderr=1`;

/**
 * All streams of a container over one connection. (dockerode sends its options as a body as well, or an empty chunk, and
 * podman takes both for standard input.)
 */
export function attach(engine: Engine, id: string): Promise<Duplex> {
  const { protocol, socketPath, host, port } = clientOptions(engine.url);
  const place = socketPath ? { socketPath } : { host, port };
  const headers = { Connection: 'Upgrade', Upgrade: 'tcp', 'Content-Length': 0 };
  const { request } = protocol === 'https' ? https : http;
  return new Promise((done, failed) => {
    const asked = request({ ...place, path: PATH(id), method: 'POST', headers, agent: false });
    asked.on('upgrade', (_response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      done(socket);
    });
    asked.on('response', (response) => {
      response.destroy();
      const message = `it does not attach: HTTP ${response.statusCode}`;
      failed(Object.assign(new Error(message), { statusCode: response.statusCode }));
    });
    asked.on('error', failed);
    asked.end();
  });
}
