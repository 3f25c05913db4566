import { type ContractApi, text } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';
import { describeApiContract } from './describe-api-contract.ts';

describeApiContract('from source, in memory', () => startService());

describe('a new service in memory', () => {
  let service: RunningService | undefined;
  let api: ContractApi | undefined;
  const send: ContractApi['send'] = async (...request) => {
    if (api === undefined) throw new Error('The service does not run');
    return api.send(...request);
  };
  const post = async (body: string): Promise<string> =>
    text(await send('POST', '/v1/pets', { body, headers: { 'Content-Type': 'application/json' } }));

  beforeAll(async () => {
    const started = await startService();
    service = started;
    api = createContractApi(() => started);
  }, 60_000);
  afterAll(async () => {
    api?.close();
    await service?.stop();
  });

  it('is empty, and gives ids from 1 on', async () => {
    for (const target of ['/v1/pets', '/v1/pets?limit=1', '/v1/pets?status=sold']) {
      const response = await send('GET', target);
      expect(text(response)).toBe('[]');
      expect(response.headers.map(([name]) => name.toLowerCase())).not.toContain('link');
    }
    expect((await send('GET', '/v1/pets/1')).status).toBe(404);
    expect(await post('{"name":"a","categoryId":1}')).toBe('{"id":1,"name":"a","categoryId":1}');
    expect(await post('{"name":"b","categoryId":2,"status":"sold"}')).toBe(
      '{"id":2,"name":"b","categoryId":2,"status":"sold"}',
    );
    expect(text(await send('GET', '/v1/pets'))).toBe(
      '[{"id":1,"name":"a","categoryId":1},{"id":2,"name":"b","categoryId":2,"status":"sold"}]',
    );
  });
});
