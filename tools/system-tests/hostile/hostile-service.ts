import type { ContractApi } from '@animal-store/testkit/http';
import { type RequestLine, type RunningService, requestLines, startService } from '@animal-store/testkit/service';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createContractApi } from '../checked.ts';

interface HostileService extends ContractApi {
  /** The log lines about requests under /v1 so far. */
  readonly requestLines: () => readonly RequestLine[];
}

/** A service for tests that attack it. The same process has to be healthy after each of them. */
export const useHostileService = (): HostileService => {
  let service: RunningService | undefined;
  const running = (): RunningService => {
    if (service === undefined) throw new Error('The service does not run');
    return service;
  };
  const api = createContractApi(running);

  beforeAll(async () => {
    service = await startService();
  }, 60_000);
  afterEach(async () => {
    api.close();
    const { status } = await api.send('GET', '/livez');
    if (status !== 200 || running().process.ended() !== undefined) throw new Error('The service is not well');
  });
  afterAll(async () => {
    api.close();
    await service?.stop();
  });
  return { ...api, requestLines: () => requestLines(running()) };
};
