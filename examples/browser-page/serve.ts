// Serves the page and the API at one origin, as a reverse proxy in front of both would.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';

const service = process.env['SERVICE'] ?? 'http://127.0.0.1:8080';

const files: Readonly<Record<string, readonly [type: string, name: string]>> = {
  '/': ['text/html', 'index.html'],
  '/show-animals.js': ['text/javascript', 'dist/show-animals.js'],
};

const server = createServer(async (req, res) => {
  const [type, name] = files[req.url ?? ''] ?? [];
  if (type !== undefined && name !== undefined) {
    res.setHeader('Content-Type', type).end(await readFile(join(import.meta.dirname, name)));
    return;
  }
  const { method, url, headers } = req;
  const forwarded = request(`${service}${url}`, { method, headers });
  forwarded.on('response', (response) => {
    res.writeHead(response.statusCode ?? 502, response.headers);
    pipeline(response, res, () => undefined);
  });
  pipeline(req, forwarded, (error) => {
    if (error) res.destroy();
  });
}).listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
