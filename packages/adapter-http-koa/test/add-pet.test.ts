import { type AnimalStore, idempotencyKeyReused, type Pet, repositoryFull, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it, vi } from 'vitest';
import { apiKey, storeWith } from './fake-ports.ts';
import { animal, errorBody, spellPost } from './spell-request.ts';
import { startApi } from './start-api.ts';

const rex = { name: 'Rex', categoryId: 1n };
const added = vi.fn<AnimalStore['addPet']>((newPet) => TE.right(withId(7n as Pet['id'], newPet)));

describe('POST /v1/pets', () => {
  it('passes on the animal and the Idempotency-Key, in the scope of the API key', async () => {
    const addPet = vi.fn(added);
    const api = await startApi({ ports: { store: storeWith({ addPet }) } });
    const response = await api.request(spellPost(animal, 'Idempotency-Key: "once"'));
    expect([response.status, response.headers['location'], response.body]).toEqual([
      201,
      '/v1/pets/7',
      '{"id":7,"name":"Rex","categoryId":1}',
    ]);
    expect(addPet.mock.calls).toEqual([[rex, { scope: apiKey.id, key: 'once' }]]);
  });

  it('passes on neither key nor scope without that header', async () => {
    const addPet = vi.fn(added);
    const api = await startApi({ ports: { store: storeWith({ addPet }) } });
    const connection = await api.open();
    await connection.send(spellPost('{"id":5,"name":"Rex","categoryId":1,"tag":"x","__proto__":{"status":"sold"}}'));
    expect((await connection.readResponse()).status).toBe(201);
    expect(addPet.mock.calls).toEqual([[rex, undefined]]);
    expect(Object.keys(addPet.mock.calls[0]?.[0] ?? {})).toEqual(['name', 'categoryId']);
  });

  it('returns 422 if the key was used for another animal', async () => {
    const api = await startApi({ ports: { store: storeWith({ addPet: () => TE.left(idempotencyKeyReused) }) } });
    const { status, headers, body } = await api.request(spellPost(animal, 'Idempotency-Key: once'));
    expect([status, body]).toEqual([
      422,
      errorBody('idempotency_key_reused', 'this Idempotency-Key was used before, for another animal', 422),
    ]);
    expect([headers['location'], headers['retry-after']]).toEqual([undefined, undefined]);
    expect((await api.reports(1))[0]).not.toHaveProperty('failure');
  });

  it('returns 503 if the store is full, and says what to do', async () => {
    const api = await startApi({ ports: { store: storeWith({ addPet: () => TE.left(repositoryFull) }) } });
    const { status, headers, body } = await api.request(spellPost(animal));
    const message =
      'the store is full, so no more animals can be added; restart the service with more memory or use a durable store';
    expect([status, body]).toEqual([503, errorBody('service_unavailable', message, 503)]);
    expect([headers['location'], headers['retry-after']]).toEqual([undefined, '1']);
    expect((await api.reports(1))[0]).toMatchObject({ failure: message, refusal: 'full' });
  });

  const brokenKey =
    'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';

  it.each([
    [
      '{"categoryId":1.5}',
      ['Idempotency-Key: a', 'Idempotency-Key: b'],
      `name is required; categoryId must be an integer between -9223372036854775808 and 9223372036854775807, in plain digits; ${brokenKey}`,
    ],
    [animal, ['Idempotency-Key: a b'], brokenKey],
  ])('does not call the store for %s with %j, and names every violation', async (body, headers, message) => {
    const addPet = vi.fn(added);
    const api = await startApi({ ports: { store: storeWith({ addPet }) } });
    const connection = await api.open();
    await connection.send(spellPost(body, ...headers));
    expect((await connection.readResponse()).body).toBe(errorBody('invalid_request', message, 400));
    expect(addPet).not.toHaveBeenCalled();
  });
});
