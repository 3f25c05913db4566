import { add, cursorOf, expectAdded, expectPage, list, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, createContractApi } from '../checked.ts';
import { animalText, brokenAnimal } from './bodies.ts';
import { fuzz, triedSoFar } from './fuzz.ts';
import { listQuery, validateQuery } from './queries.ts';
import { rawBytes } from './raw-requests.ts';
import { validateBody } from './validate-body.ts';

const canonical = /^(0|-?[1-9][0-9]*)$/;

describe('fuzz', { timeout: 60_000 }, () => {
  let service: RunningService | undefined;
  const running = (): RunningService => {
    if (service === undefined) throw new Error('The service does not run');
    return service;
  };
  const api: ContractApi = createContractApi(running);

  beforeAll(async () => {
    service = await startService({ env: { LOG_LEVEL: 'info' } });
    for (const status of ['sold', 'sold', 'pending', 'available', undefined])
      await add(api, { name: 'a', categoryId: 1, status });
  }, 60_000);
  afterAll(async () => {
    api.close();
    await service?.stop();
  });

  const expectValidated = async (body: Uint8Array): Promise<void> => {
    const verdict = validateBody(body);
    const response = await post(api, body);
    if ('fields' in verdict) {
      const added = expectAdded(response);
      expect(added.text).toBe(`{"id":${added.id},${verdict.fields}}`);
      return;
    }
    const message = expectError(response, 400, 'invalid_request');
    if (verdict.broken.length === 0) return;
    const named = ['name', 'categoryId', 'status'].filter((field) => new RegExp(`\\b${field}\\b`).test(message));
    expect(named, message).toEqual(verdict.broken);
  };

  it('adds or refuses animals as the interface says, digit for digit', () =>
    fuzz(4_000, animalText, (text) => expectValidated(Buffer.from(text))));

  it('adds or refuses bodies with broken bytes', () => fuzz(1_500, brokenAnimal, expectValidated));

  it('lists or refuses as the query says', async () => {
    const cursors = new Map<string, string | null>([
      [cursorOf(await list(api, '/v1/pets?limit=1')), null],
      [cursorOf(await list(api, '/v1/pets?limit=1&status=sold')), 'sold'],
    ]);
    await fuzz(2_000, listQuery([...cursors.keys()]), async (query) => {
      const wanted = validateQuery(query, (cursor) => cursors.get(cursor));
      const response = await api.send('GET', `/v1/pets?${query}`);
      if (wanted === undefined) {
        expectError(response, 400, 'invalid_parameter');
        return;
      }
      const { animals } = expectPage(response);
      expect(animals.length).toBeLessThanOrEqual(wanted.limit);
      expect(animals.filter(({ status }) => wanted.status !== null && status !== wanted.status)).toEqual([]);
    });
  });

  it('knows an animal by its canonical id alone', async () => {
    const piece = fc.constantFrom(...'0 1 2 00 - + . %31 % / ? 1e0 x 9223372036854775807 8 %20 ; ~'.split(' '));
    const segment = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
    await fuzz(1_200, segment, async (text) => {
      const [id = ''] = text.split('?');
      const response = await api.send('GET', `/v1/pets/${text}`);
      if (response.status === 404) {
        expect(['1', '2']).not.toContain(id);
        return;
      }
      expect({ id, status: response.status, canonical: canonical.test(id) }).toEqual({
        id,
        status: 200,
        canonical: true,
      });
      expect(response.body.toString()).toContain(`{"id":${id},`);
    });
  });

  it('accepts only the exact key', async () => {
    const { apiKey } = running();
    const piece = fc.constantFrom(
      'Bearer',
      'bearer',
      'Basic',
      ' ',
      '\t',
      apiKey,
      apiKey.slice(0, -1),
      apiKey.slice(13),
      ...'" , = x ask_ \u00e9'.split(' '),
    );
    const usual = fc.constantFrom('Bearer ', 'bearer ', 'Bearer', '');
    const credentials = fc
      .tuple(usual, fc.array(piece, { maxLength: 4 }))
      .map(([start, pieces]) => `${start}${pieces.join('')}`);
    await fuzz(1_200, credentials, async (value) => {
      const { status } = await api.send('GET', '/v1/pets?limit=1', { headers: { Authorization: value } });
      const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '');
      const isKey = /^bearer /i.test(trimmed) && trimmed.slice(7) === apiKey;
      const isDoubtful = /^bearer {2,}/i.test(trimmed);
      if (!isDoubtful) expect(status, JSON.stringify(value)).toBe(isKey ? 200 : 401);
    });
  });

  it('sends well-formed responses to any bytes, and ends the connection', async () => {
    await fuzz(1_500, rawBytes(api.credentials()), async ({ pieces }) => {
      const connection = await connect(running().origin);
      for (const piece of pieces) {
        connection.send(piece);
        await new Promise(setImmediate);
      }
      connection.end();
      await connection.readResponsesUntilClosed();
      connection.destroy();
    });
  });

  it('has tried at least 10,000 inputs on one process, which is still healthy', async () => {
    expect(triedSoFar()).toBeGreaterThanOrEqual(10_000);
    expect(running().process.ended()).toBeUndefined();
    expect((await api.send('GET', '/livez')).status).toBe(200);
  });
});
