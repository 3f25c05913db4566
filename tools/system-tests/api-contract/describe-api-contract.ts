import type { ContractApi, RunningApi } from '@animal-store/testkit/http';
import { afterAll, beforeAll, describe } from 'vitest';
import { createContractApi } from '../checked.ts';
import { describeAddPetBody } from './topics/add-pet-body.ts';
import { describeAddPetEncoding } from './topics/add-pet-encoding.ts';
import { describeAddPetErrors } from './topics/add-pet-errors.ts';
import { describeAddPetFields } from './topics/add-pet-fields.ts';
import { describeAddPetInt64 } from './topics/add-pet-int64.ts';
import { describeAddPetJson } from './topics/add-pet-json.ts';
import { describeAddPetMediaType } from './topics/add-pet-media-type.ts';
import { describeAddPetNames } from './topics/add-pet-names.ts';
import { describeAuthentication } from './topics/authentication.ts';
import { describeAuthenticationFirst } from './topics/authentication-first.ts';
import { describeDeprecation } from './topics/deprecation.ts';
import { describeExpect } from './topics/expect.ts';
import { describeGetPet } from './topics/get-pet.ts';
import { describeHealth } from './topics/health.ts';
import { describeHttpMessage } from './topics/http-message.ts';
import { describeIdempotency } from './topics/idempotency.ts';
import { describeIdempotencyKeySyntax } from './topics/idempotency-key-syntax.ts';
import { describeListPetsCursor } from './topics/list-pets-cursor.ts';
import { describeListPetsPaging } from './topics/list-pets-paging.ts';
import { describeListPetsQuery } from './topics/list-pets-query.ts';
import { describeMessageFraming } from './topics/message-framing.ts';
import { describeMethods } from './topics/methods.ts';
import { describeOrderOfChecks } from './topics/order-of-checks.ts';
import { describePaths } from './topics/paths.ts';
import { describeRequestId } from './topics/request-id.ts';

export type { RunningApi } from '@animal-store/testkit/http';

type Topic = (api: ContractApi) => void;

/**
 * The topics that depend on the store, so each store is tested with them. The laws of `domain-testkit`, which every
 * adapter obeys, check that a store returns names, integers and keys unchanged.
 */
export const storeTopics: readonly Topic[] = [
  describeListPetsPaging,
  describeAddPetFields,
  describeGetPet,
  describeIdempotency,
  describeHealth,
];

export const allTopics: readonly Topic[] = [
  ...storeTopics,
  describeListPetsQuery,
  describeListPetsCursor,
  describeAddPetNames,
  describeAddPetInt64,
  describeAuthentication,
  describeAddPetErrors,
  describeAddPetJson,
  describeAddPetMediaType,
  describeAddPetBody,
  describeAddPetEncoding,
  describeDeprecation,
  describeAuthenticationFirst,
  describeOrderOfChecks,
  describePaths,
  describeMethods,
  describeIdempotencyKeySyntax,
  describeRequestId,
  describeExpect,
  describeHttpMessage,
  describeMessageFraming,
];

/**
 * Registers the contract of the HTTP API: the promises to clients, with any store. The service has to run without
 * `BASE_URL`. Its store may contain animals, but no other client may add to it meanwhile.
 */
export const describeApiContract = (name: string, start: () => Promise<RunningApi>, topics = allTopics): void => {
  describe(`API contract: ${name}`, () => {
    let running: RunningApi | undefined;
    const api = createContractApi(() => {
      if (running === undefined) throw new Error('The service does not run yet');
      return running;
    });

    beforeAll(async () => {
      running = await start();
    }, 60_000);
    afterAll(async () => {
      api.close();
      await running?.stop();
    });

    for (const describeTopic of topics) describeTopic(api);
  });
};
