import type { ApiKey, Authenticate, Unauthenticated } from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { errors } from '../message/errors.ts';
import type { WellFormedRequest } from '../message/request.ts';
import { type ApiResponse, type AuthenticationFailure, isResponse } from '../message/response.ts';
import type { Admitted, Authenticated } from './admitted.ts';
import { credentialOf } from './bearer-credential.ts';
import type { LimitRate } from './limit-rate.ts';
import type { RecognizeApiKey } from './recognized-api-key.ts';
import { refuseInOutage, refuseKey } from './refusals.ts';
import type { Slot, Slots } from './slots.ts';

/** Admits a request to the protected operations, or refuses it. A refusal holds nothing. */
export type Admit = (request: WellFormedRequest) => Admitted | ApiResponse | Promise<Admitted | ApiResponse>;

/** What decides about the admission of a request. */
export interface AdmissionParts {
  readonly slots: Slots;
  readonly recognize: RecognizeApiKey;
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
}

/** The challenge of every 401 (RFC 6750, section 3). If the request has a key, `error` is added. */
export const realm = 'Bearer realm="animal-store"';

const challenge = (value: string): ApiResponse => {
  const { response } = errors.unauthorized;
  return { ...response, headers: ['WWW-Authenticate', value, ...response.headers] };
};

const missing = challenge(realm);
const invalid = challenge(`${realm}, error="invalid_token"`);

// Unknown, expired, revoked and malformed keys get the same response, so that it reveals nothing about the key.
const unauthorized = (reason: AuthenticationFailure): ApiResponse => ({
  ...(reason === 'missing' ? missing : invalid),
  authenticationFailure: reason,
});

type Failure = Unauthenticated | RepositoryUnavailable;

const failures: { readonly [Tag in Failure['_tag']]: (failure: Extract<Failure, { _tag: Tag }>) => ApiResponse } = {
  Unauthenticated: ({ reason }) => unauthorized(reason),
  RepositoryUnavailable: refuseInOutage,
};

/**
 * Makes the admission to the protected operations: a slot, then the API key, then its rate limit. They come before path,
 * method and body are checked, because an unauthenticated client must not learn which paths exist.
 *
 * The slot is taken before the key is checked and the body is read, so that neither happens without limit. A key that was
 * looked up a short time ago is not looked up again, and the request does not wait.
 */
export const createAdmission = ({ slots, recognize, authenticate, limitRate }: AdmissionParts): Admit => {
  const assign = (slot: Slot, apiKey: ApiKey): Authenticated | ApiResponse => {
    const assigned = slot.assign(apiKey.id);
    return typeof assigned === 'string' ? refuseKey(assigned, apiKey.id) : { apiKey, slot: assigned };
  };

  const withinRate = (request: WellFormedRequest, authenticated: Authenticated): ReturnType<Admit> => {
    const { apiKey, slot } = authenticated;
    const settle = (outcome: Admitted | ApiResponse): Admitted | ApiResponse => {
      if (isResponse(outcome)) return { ...outcome, apiKeyId: apiKey.id, release: slot.free };
      request.connection.accept(apiKey.id);
      return outcome;
    };
    const limited = limitRate(authenticated);
    if (!(limited instanceof Promise)) return settle(limited);
    return limited.then(settle, (bug: unknown) => {
      slot.free();
      throw bug;
    });
  };

  const withKey = (request: WellFormedRequest, slot: Slot, apiKey: ApiKey): ReturnType<Admit> => {
    const authenticated = assign(slot, apiKey);
    if (!isResponse(authenticated)) return withinRate(request, authenticated);
    slot.free();
    return authenticated;
  };

  const lookUp = async (
    request: WellFormedRequest,
    slot: Slot,
    credential: string,
  ): Promise<Admitted | ApiResponse> => {
    try {
      const outcome = await authenticate(credential)();
      if (E.isRight(outcome)) return await withKey(request, slot, outcome.right);
      slot.free();
      if (outcome.left._tag === 'Unauthenticated') {
        request.connection.reject();
        return failures.Unauthenticated(outcome.left);
      }
      return failures.RepositoryUnavailable(outcome.left);
    } catch (bug) {
      slot.free();
      throw bug;
    }
  };

  return (request) => {
    const { credential, fault } = credentialOf(request.headers.authorization);
    const recognized = credential === undefined ? undefined : recognize(credential);
    const slot = slots.take(recognized?.apiKey.id);
    if (typeof slot === 'string') return refuseKey(slot, recognized?.apiKey.id);
    if (recognized?.isCurrent === true) return withKey(request, slot, recognized.apiKey);
    if (credential !== undefined) return lookUp(request, slot, credential);
    slot.free();
    if (fault === 'malformed') request.connection.reject();
    return unauthorized(fault);
  };
};
