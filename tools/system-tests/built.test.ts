import { text } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContractApi } from './checked.ts';

// Tests only faults of the compiled output: a missing module, file or export. The API contract is tested on the
// sources.
describe('the built service, in plain Node.js', () => {
  let service: RunningService;
  const api = createContractApi(() => service);
  beforeAll(async () => {
    service = await startService({ form: 'built' });
  }, 60_000);
  afterAll(async () => {
    api.close();
    expect(await service?.stop()).toBe(0);
  });

  it('adds, lists and finds an animal', async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' };
    const body = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}';
    const rex = `{"id":1,${body.slice(1)}`;
    const added = await api.send('POST', '/v1/pets', { headers, body });
    expect([added.status, text(added)]).toEqual([201, rex]);
    expect(text(await api.send('GET', '/v1/pets?status=sold'))).toBe(`[${rex}]`);
    expect(text(await api.send('GET', '/v1/pets/1'))).toBe(rex);
  });

  it.each(['/docs', '/docs/docs-page.css', '/docs/docs-page.js', '/openapi.json', '/readyz'])(
    'has the files of %s',
    async (path) => {
      const response = await fetch(`${service.origin}${path}`);
      expect([response.status, (await response.text()).length > 0]).toEqual([200, true]);
    },
  );
});
