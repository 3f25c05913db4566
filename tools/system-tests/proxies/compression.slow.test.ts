import { gunzipSync } from 'node:zlib';
import { afterGroup } from '@animal-store/testkit/at-end';
import { describeNeeding } from '@animal-store/testkit/needs';
import { startService } from '@animal-store/testkit/service';
import { beforeAll, expect, it } from 'vitest';
import { apiKey } from './exchange.ts';
import { addPet, senderTo } from './send.ts';
import { needsProxies, type ProxyName, startProxies } from './start-proxy.ts';

const files = ['/openapi.json', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'];
const headers = { Authorization: `Bearer ${apiKey}` };
const compressible = { ...headers, 'Accept-Encoding': 'gzip' };

describeNeeding(
  needsProxies,
  'A proxy of deploy/proxy',
  () => {
    const atEnd = afterGroup();
    let proxies: Awaited<ReturnType<typeof startProxies>>;
    beforeAll(async () => {
      const service = await startService({ API_KEY: apiKey }, atEnd);
      const port = Number(new URL(service.origin).port);
      const direct = senderTo(port, undefined, undefined, atEnd);
      await Promise.all(Array.from({ length: 100 }, () => direct(addPet(apiKey))));
      proxies = await startProxies(port, atEnd);
    }, 60_000);

    it.each<readonly [ProxyName, codingOfSmall: string | undefined]>([
      ['nginx', undefined],
      ['haproxy', 'gzip'],
    ])('%s compresses JSON, CSS and JavaScript, and no errors', async (proxy, codingOfSmall) => {
      const { send } = proxies[proxy];
      for (const path of [...files, '/v1/pets?limit=100']) {
        const plain = await send({ path, headers });
        const compressed = await send({ path, headers: compressible });
        const codings = [plain, compressed].map((response) => response.headers['content-encoding']);
        expect([...codings, compressed.headers.vary]).toEqual([undefined, 'gzip', 'Accept-Encoding']);
        expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
        expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
        const head = await send({ method: 'HEAD', path, headers: compressible });
        expect([undefined, `${plain.bytes.length}`]).toContain(head.headers['content-length']);
        if (path.startsWith('/v1/')) continue;
        const { etag = '' } = compressed.headers;
        expect(etag).toMatch(/^W\/"[\w-]+"$/);
        const again = await send({ path, headers: { ...compressible, 'If-None-Match': etag } });
        expect([again.status, again.body]).toEqual([304, '']);
      }
      const codingOf = async (path: string) =>
        (await send({ path, headers: compressible })).headers['content-encoding'];
      expect([await codingOf('/v1/nothing'), await codingOf('/livez')]).toEqual([undefined, codingOfSmall]);
    });
  },
  { timeout: 60_000 },
);
