import type { ApiKey } from '@animal-store/access';
import type { HttpContext, Step } from '../application/http-context.ts';
import { respondWithRefusal } from '../response/error-response.ts';
import { isProtected } from './authenticate-request.ts';
import { credentialOf } from './bearer-credential.ts';
import type { Slots } from './slots.ts';

/** An API key that is known without a lookup in the store. */
export interface RecognizedApiKey {
  readonly apiKey: ApiKey;
  /** Whether the last lookup of the key is recent enough to be used without another one. */
  readonly isCurrent: boolean;
}

/**
 * Returns at once, without the store, the API key that a credential had in its last successful lookup. According to
 * that lookup, the key is neither expired nor revoked. `connection` is the same object for all requests of a connection,
 * so that the digest of their key can be kept with it.
 */
export type RecognizeApiKey = (credential: string, connection: object) => RecognizedApiKey | undefined;

/**
 * Gives each request under /v1 a slot, or refuses it, before its key is checked and its body is read. The request holds
 * the slot from the end of its headers until the service has finished its work. If the key is known, it holds the slot
 * until the response is sent; an unauthenticated client cannot hold a slot by not reading.
 */
export const takeSlot =
  (slots: Slots, recognize: RecognizeApiKey): Step =>
  (ctx) => {
    const { req, state } = ctx;
    if (!isProtected(state.path)) return;
    const { credential } = credentialOf(req);
    state.recognized = credential === undefined ? undefined : recognize(credential, req.socket);
    const key = state.recognized?.apiKey.id;
    const slot = slots.take(key);
    if (typeof slot !== 'string') state.slot = slot;
    else {
      state.apiKeyId = key;
      respondWithRefusal(ctx, slot);
    }
  };

const freeSlot = ({ state }: HttpContext): void => {
  state.slot?.free();
  state.slot = undefined;
};

/** Frees the slot after the work on the request, unless the slot is kept until the response is sent. */
export const freeSlotAfterWork = (ctx: HttpContext): void => {
  if (ctx.state.apiKey === undefined || ctx.res.destroyed) freeSlot(ctx);
};

/**
 * Frees the slot after the response is sent. If the connection is lost earlier, the work on the request continues and
 * keeps the slot.
 */
export const freeSlotAfterClose = (ctx: HttpContext): void => {
  if (ctx.state.isWorkDone) freeSlot(ctx);
};
