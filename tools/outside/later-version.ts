import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A service, as a later version of it may respond: with another field and header, and an error code of its own. */
export const startLaterVersion = async (origin: string) => {
  const server = createServer(async (req, res) => {
    const { authorization = '', 'content-type': type = '' } = req.headers;
    const response = await fetch(`${origin}${req.url}`, {
      method: req.method ?? '',
      headers: { authorization, ...(type && { 'content-type': type }) },
      body: req.method === 'POST' ? await text(req) : null,
    });
    // As text, because every integer stays exact.
    const body = (await response.text())
      .replaceAll('{"id":', '{"owner":{"since":2031},"id":')
      .replace(/"code":"[^"]*"/, '"code":"of_a_later_version","hints":["none"]');
    const { link, location, 'x-request-id': id } = Object.fromEntries(response.headers);
    const headers = { ...(link && { link }), ...(location && { location }), 'x-request-id': `${id}`, later: '1' };
    res.writeHead(response.status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => server.close().closeAllConnections();
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
};
