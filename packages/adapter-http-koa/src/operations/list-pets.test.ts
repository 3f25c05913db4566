import type { AnimalStore, Pet } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import type { HttpContext } from '../application/http-context.ts';
import { headersOf } from '../response/response-headers.ts';
import type { Refusal } from '../steps/slots.ts';
import { listPetsOperation } from './list-pets.ts';

interface Setting {
  readonly querystring?: string;
  readonly entered?: true | Promise<boolean>;
  readonly refusal?: Refusal;
  readonly name?: string;
}

/** Lists two equal animals. Returns the response, and whether the store was asked and the gate left. */
const list = async ({ querystring = '', entered = true, refusal, name = 'Rex' }: Setting) => {
  const pet = { id: 1n, name, categoryId: 2n } as Pet;
  const listPets = vi.fn<AnimalStore['listPets']>(() => TE.right({ pets: [pet, pet], next: pet.id }));
  const leave = vi.fn();
  const slot = { spent: () => refusal, hold: () => undefined };
  const ctx = { res: {}, state: { querystring, apiKey: { id: 'abcdefgh' }, slot } } as unknown as HttpContext;
  await listPetsOperation(listPets, '/v1', { enter: () => entered, leave })(ctx);
  const { status, body } = ctx.state.response ?? {};
  const asked = listPets.mock.calls.length;
  return { status, body: String(body), headers: headersOf(ctx.res), asked, left: leave.mock.calls };
};

const left = [['abcdefgh', 20]];

it.each([
  ['at once', true, { status: 200, asked: 1, left }],
  ['after a while', Promise.resolve(true), { status: 200, asked: 1, left }],
  ['never', Promise.resolve(false), { status: 503, asked: 0, left: [] }],
] as const)('reads from the store if the gate lets it in: %s', async (_, entered, expected) => {
  expect(await list({ entered })).toMatchObject(expected);
});

it.each([
  ['all-taken', 503],
  ['share-taken', 429],
] as const)('reads nothing if the budget of bytes is spent: %s', async (refusal, status) => {
  expect(await list({ refusal })).toMatchObject({ status, asked: 0, left });
});

it('links the next page, with the filter', async () => {
  const cursor = Buffer.from('1.1.sold').toString('base64url');
  expect((await list({ querystring: 'status=sold&limit=1' })).headers).toEqual(
    expect.arrayContaining(['Link', `</v1/pets?limit=1&status=sold&cursor=${cursor}>; rel="next"`]),
  );
});

it('sends a large page whole', async () => {
  const name = 'x'.repeat(40_000);
  const pet = `{"id":1,"name":"${name}","categoryId":2}`;
  expect((await list({ name })).body).toBe(`[${pet},${pet}]`);
});
