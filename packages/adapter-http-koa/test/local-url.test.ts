import { expect, it, onTestFinished } from 'vitest';
import { createApp, createHttpServer, type HttpServer } from '../src/index.ts';
import { fakePorts } from './fake-ports.ts';

/** Starts the API on an address, and returns the server in its document. */
const serverIn = async (host: string) => {
  const options = { base: '/v1', localUrl: () => server.localUrl(), getPetAfterSunset: 'gone' } as const;
  const app = createApp(
    fakePorts(() => undefined, {}),
    options,
  );
  const ignore = (): void => undefined;
  const server: HttpServer = createHttpServer(app, { onError: ignore, onRefusedMessage: ignore });
  expect(server.localUrl()).toBeUndefined();
  const { port, family } = await server.listen(0, host);
  onTestFinished(() => server.stop(0));
  const response = await fetch(`http://${family === 'IPv6' ? '[::1]' : '127.0.0.1'}:${port}/openapi.json`);
  const { servers } = (await response.json()) as { readonly servers: readonly { readonly url: string }[] };
  return { port, url: servers[0]?.url };
};

it.each([
  ['127.0.0.1', 'http://127.0.0.1'],
  ['::1', 'http://[::1]'],
  ['localhost', 'http://127.0.0.1'],
])('names the URL of a server that listens on %s, which only this machine reaches', async (host, origin) => {
  const { port, url } = await serverIn(host);
  // The machine decides which family localhost has.
  expect([`${origin}:${port}/v1`, host === 'localhost' ? `http://[::1]:${port}/v1` : '']).toContain(url);
});

it.each(['0.0.0.0', '::'])('names no address if the server listens on %s', async (host) => {
  expect((await serverIn(host)).url).toBe('/v1');
});
