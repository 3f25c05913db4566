import type { TestContext } from 'vitest';
import { createDocumentCheck, createResponseCheck, type DocumentFor } from './check-response.ts';
import { type Client, createClient, createTroubleCheck } from './client.ts';
import { type ContractApi, createContractApi } from './contract-api.ts';
import { connect, type RawConnection } from './raw-connection.ts';
import type { RunningApi } from './running-api.ts';

/** Clients that check every response against the OpenAPI document. */
export const checkedAgainst = (documentFor: DocumentFor) => {
  const checkDocumented = createDocumentCheck(documentFor);
  const checkResponse = createResponseCheck(checkDocumented);
  const checkTrouble = createTroubleCheck(checkResponse, checkDocumented);
  return {
    checkResponse,
    connect: (origin: string): Promise<RawConnection> => connect(origin, checkResponse),
    createContractApi: (running: () => RunningApi): ContractApi => createContractApi(running, checkResponse),
    createClient: (service: Pick<RunningApi, 'origin' | 'apiKey'>): Client => createClient(service, checkTrouble),
    /** Makes a client that is closed after the test. */
    clientOf: (
      { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
      service: Pick<RunningApi, 'origin' | 'apiKey'>,
    ): Client => {
      const client = createClient(service, checkTrouble);
      onTestFinished(client.close);
      return client;
    },
  };
};
