import { afterAll, beforeAll, describe } from 'vitest';
import { describeAddPetBody } from './api-contract/add-pet-body.ts';
import { describeAddPetEncoding } from './api-contract/add-pet-encoding.ts';
import { describeAddPetErrors } from './api-contract/add-pet-errors.ts';
import { describeAddPetFields } from './api-contract/add-pet-fields.ts';
import { describeAddPetInt64 } from './api-contract/add-pet-int64.ts';
import { describeAddPetJson } from './api-contract/add-pet-json.ts';
import { describeAddPetMediaType } from './api-contract/add-pet-media-type.ts';
import { describeAddPetNames } from './api-contract/add-pet-names.ts';
import { describeAuthentication } from './api-contract/authentication.ts';
import { describeAuthenticationFirst } from './api-contract/authentication-first.ts';
import { describeDeprecation } from './api-contract/deprecation.ts';
import { describeExpect } from './api-contract/expect.ts';
import { describeGetPet } from './api-contract/get-pet.ts';
import { describeHealth } from './api-contract/health.ts';
import { describeHttpMessage } from './api-contract/http-message.ts';
import { describeIdempotency } from './api-contract/idempotency.ts';
import { describeIdempotencyKeySyntax } from './api-contract/idempotency-key-syntax.ts';
import { describeListPetsCursor } from './api-contract/list-pets-cursor.ts';
import { describeListPetsPaging } from './api-contract/list-pets-paging.ts';
import { describeListPetsQuery } from './api-contract/list-pets-query.ts';
import { describeMessageFraming } from './api-contract/message-framing.ts';
import { describeMethods } from './api-contract/methods.ts';
import { describeOrderOfChecks } from './api-contract/order-of-checks.ts';
import { describePaths } from './api-contract/paths.ts';
import { describeRequestId } from './api-contract/request-id.ts';
import { type ContractApi, createContractApi } from './contract-api.ts';
import type { RunningApi } from './running-api.ts';

export type { RunningApi } from './running-api.ts';

type Topic = (api: ContractApi) => void;

/** What depends on the store, so that each store has to be tested with it. */
export const storeTopics: readonly Topic[] = [
  describeListPetsPaging,
  describeListPetsCursor,
  describeAddPetFields,
  describeAddPetNames,
  describeAddPetInt64,
  describeGetPet,
  describeAuthentication,
  describeIdempotency,
  describeHealth,
];

const allTopics: readonly Topic[] = [
  ...storeTopics,
  describeListPetsQuery,
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
 * Registers the contract of the HTTP API: what a client may rely on, whatever keeps the animals behind it.
 * The service has to run without `BASE_URL`; its store need not be empty, and nobody else may add to it meanwhile.
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
