import type { TestContext } from 'vitest';
import { createResponseChecks, type DocumentFor } from './check-response.ts';
import { type Client, createClient } from './client.ts';
import { type ContractApi, createContractApi } from './contract-api.ts';
import { connect, type RawConnection } from './raw-connection.ts';
import type { RunningApi } from './running-api.ts';

/** Clients that check every response against the OpenAPI document. */
export const checkedAgainst = (documentFor: DocumentFor) => {
  const { usual: checkResponse, inTrouble } = createResponseChecks(documentFor);
  return {
    checkResponse,
    connect: (origin: string): Promise<RawConnection> => connect(origin, checkResponse),
    createContractApi: (running: () => RunningApi): ContractApi => createContractApi(running, checkResponse),
    /** Makes a client that is closed after the test. */
    clientOf: (
      { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
      service: Pick<RunningApi, 'origin' | 'apiKey'>,
    ): Client => {
      const client = createClient(service, inTrouble);
      onTestFinished(client.close);
      return client;
    },
  };
};
