import type { ApiKey } from '@animal-store/access';
import type { HttpContext, Step } from '../application/http-context.ts';
import { respondWithRefusal } from '../response/error-response.ts';
import { isProtected } from './authenticate-request.ts';
import { credentialOf } from './bearer-credential.ts';
import type { Slots } from './slots.ts';

/** An API key that is known without the store. */
export interface RecognizedApiKey {
  readonly apiKey: ApiKey;
  /** Whether its last lookup is recent enough to be used without another one. */
  readonly isCurrent: boolean;
}

/**
 * Tells at once, without the store, which API key a credential had when it was last looked up with success. The key is
 * neither expired nor revoked according to that lookup.
 */
export type RecognizeApiKey = (credential: string) => RecognizedApiKey | undefined;

/**
 * Gives each request under /v1 a slot, or refuses it, before its key is checked and before its body is read. The slot is
 * held from the end of the headers until the service has finished its work and, once the key is known, until the response
 * is sent: an unauthenticated client cannot hold a slot by not reading.
 */
export const takeSlot =
  (slots: Slots, recognize: RecognizeApiKey): Step =>
  (ctx) => {
    const { req, state } = ctx;
    if (!isProtected(state.path)) return;
    const { credential } = credentialOf(req);
    state.recognized = credential === undefined ? undefined : recognize(credential);
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

/** Frees the slot after the work on the request, unless its response is still to be sent. */
export const freeSlotAfterWork = (ctx: HttpContext): void => {
  if (ctx.state.apiKey === undefined || ctx.res.destroyed) freeSlot(ctx);
};

/** Frees the slot when the response is sent. If the connection was lost before, the work on the request goes on. */
export const freeSlotAfterClose = (ctx: HttpContext): void => {
  if (ctx.state.isWorkDone) freeSlot(ctx);
};
