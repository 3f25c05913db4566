import { petJson } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { Operation } from '../message/authenticated.ts';
import { errors } from '../message/errors.ts';
import type { HttpPorts } from '../ports.ts';
import { toApiError } from './failures.ts';
import { readPetId } from './read-pet-id.ts';

/** `GET /v1/pets/{petId}` (interface specification, section 4.3), which returns 410 after its removal. */
export const getPet =
  ({ store }: Pick<HttpPorts, 'store'>, isRemoved: () => boolean): Operation =>
  async (ctx) => {
    if (isRemoved()) throw errors.removedOperation();
    const id = readPetId(ctx.path);
    if (O.isNone(id)) throw errors.unknownPet();

    const outcome = await store.getPet(id.value)();
    if (E.isLeft(outcome)) throw toApiError(outcome.left);

    ctx.set('Content-Type', 'application/json');
    ctx.body = petJson(outcome.right);
  };
