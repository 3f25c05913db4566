import type { TestContext } from 'vitest';
import { type CheckResponse, createDocumentCheck, createResponseCheck, type DocumentFor } from './check-response.ts';
import { type Client, createClient, createTroubleCheck } from './client.ts';
import { type ContractApi, createContractApi } from './contract-api.ts';
import { connect, type RawConnection } from './raw-connection.ts';
import type { RunningApi } from './running-api.ts';

/** Clients that check every response against the OpenAPI document. */
export interface CheckedClients {
  readonly checkResponse: CheckResponse;
  readonly connect: (origin: string) => Promise<RawConnection>;
  readonly createContractApi: (running: () => RunningApi) => ContractApi;
  readonly createClient: (service: Pick<RunningApi, 'origin' | 'apiKey'>) => Client;
  /** Makes a client that is closed after the test. */
  readonly clientOf: (
    test: Pick<TestContext, 'onTestFinished'>,
    service: Pick<RunningApi, 'origin' | 'apiKey'>,
  ) => Client;
}

export const checkedAgainst = (documentFor: DocumentFor): CheckedClients => {
  const checkDocumented = createDocumentCheck(documentFor);
  const checkResponse = createResponseCheck(checkDocumented);
  const checkTrouble = createTroubleCheck(checkResponse, checkDocumented);
  return {
    checkResponse,
    connect: (origin) => connect(origin, checkResponse),
    createContractApi: (running) => createContractApi(running, checkResponse),
    createClient: (service) => createClient(service, checkTrouble),
    clientOf: ({ onTestFinished }, service) => {
      const client = createClient(service, checkTrouble);
      onTestFinished(client.close);
      return client;
    },
  };
};
