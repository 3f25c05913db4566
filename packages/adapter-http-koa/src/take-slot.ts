import type { ApiKeyId } from '@animal-store/domain';
import { isProtected } from './authenticate-request.ts';
import { credentialOf } from './bearer-credential.ts';
import { answerTooMuch } from './error-answer.ts';
import type { HttpMiddleware } from './http-context.ts';
import type { Slots } from './slots.ts';

/** Tells at once, without the store, which API key a credential had when it was last looked up with success. */
export type RecognizeApiKey = (credential: string) => ApiKeyId | undefined;

/**
 * Gives each request under /v1 a slot, or refuses it, before its key is checked and before its body is read. The slot is
 * held from the end of the headers until the service has finished its work and, once the key is known, until the response
 * is sent: an unauthenticated client cannot hold a slot by not reading.
 */
export const takeSlot =
  (slots: Slots, recognize: RecognizeApiKey): HttpMiddleware =>
  async (ctx, next) => {
    if (!isProtected(ctx.path)) return next();
    const { credential } = credentialOf(ctx.req);
    const key = credential === undefined ? undefined : recognize(credential);
    const slot = slots.take(key);
    if (typeof slot === 'string') {
      ctx.state.apiKeyId = key;
      return answerTooMuch(ctx, slot);
    }
    ctx.state.slot = slot;
    try {
      await next();
    } finally {
      if (ctx.state.apiKey === undefined || ctx.res.destroyed) slot.free();
      else ctx.res.once('close', slot.free);
    }
  };
