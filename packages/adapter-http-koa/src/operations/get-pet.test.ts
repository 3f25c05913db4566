import { type AnimalStore, petNotFound } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { storeWith } from '../../test/fake-ports.ts';
import { startApi } from '../../test/start-api.ts';

/** The ids that the store is asked for after a request for this segment of the path. */
const askedFor = async (segment: string): Promise<readonly unknown[]> => {
  const getPet = vi.fn<AnimalStore['getPet']>(() => TE.left(petNotFound));
  const { send } = await startApi({ ports: { store: storeWith({ getPet }) } });
  expect((await send(`GET /v1/pets/${segment}`)).status).toBe(404);
  return getPet.mock.calls.flat();
};

it.each(['0', '7', '-12', '9223372036854775807', '-9223372036854775808'])('reads the id %s', async (segment) => {
  expect(await askedFor(segment)).toEqual([BigInt(segment)]);
});

it.each(['', '007', '+7', '%37', '-', '-07', 'a7', '7a', '7.0', '9223372036854775808', '12345678901234567890'])(
  'takes %j for no id',
  async (segment) => {
    expect(await askedFor(segment)).toEqual([]);
  },
);
