import { option as O } from 'fp-ts';
import { type ApiKey, apiKeyState } from './api-key.ts';
import { earlierOf, type Instant } from './instant.ts';

/**
 * Until when a key is valid whose revocation lies in the future, because a rotation has replaced it. Other keys are not
 * retiring.
 */
export const retiringUntil =
  (now: Instant) =>
  (key: ApiKey): O.Option<Instant> => {
    const { revoked, expires } = key;
    return revoked === undefined || apiKeyState(now)(key) !== 'active'
      ? O.none
      : O.some(earlierOf(revoked, expires ?? revoked));
  };
