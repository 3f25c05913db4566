import { parsePetId, petJson } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { errorOf, errors } from '../errors.ts';
import type { Operation } from '../middleware/guard.ts';
import type { HttpPorts } from '../ports.ts';

/** `GET /v1/pets/{petId}` (interface specification, section 4.3), which returns 410 after its removal. */
export const getPet =
  ({ store }: Pick<HttpPorts, 'store'>, isRemoved: () => boolean): Operation =>
  async (ctx) => {
    if (isRemoved()) throw errors.removedOperation();
    // The raw segment, because the parameter of the router is percent-decoded, and `%37` is no id.
    const id = parsePetId(ctx.path.slice(ctx.path.lastIndexOf('/') + 1));
    if (O.isNone(id)) throw errors.unknownPet();

    const outcome = await store.getPet(id.value)();
    if (E.isLeft(outcome)) throw errorOf(outcome.left);

    ctx.set('Content-Type', 'application/json');
    ctx.status = 200;
    ctx.body = petJson(outcome.right);
  };
