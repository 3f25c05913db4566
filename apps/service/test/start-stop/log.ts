import { afterEach, describe, expect, it } from 'vitest';
import { createContractApi } from '../contract-api.ts';
import { logLines, type RunningService, startService } from '../running-service.ts';

/** The log: a JSON object a line, and in none of them a key, a body or a query. */
export const describeLog = (): void => {
  describe('log', () => {
    let service: RunningService | undefined;
    afterEach(async () => {
      await service?.stop();
    });

    it('holds a line for each request, and no secret', async () => {
      const started = await startService();
      service = started;
      const api = createContractApi(() => started);
      const id = { 'X-Request-Id': 'log-test-1' };
      const json = { 'Content-Type': 'application/json' };
      await api.send('GET', '/v1/pets?limit=1&status=zq1marker&zq2marker=zq3marker', { headers: id });
      await api.send('POST', '/v1/pets', { headers: json, body: '{"name":"zq4marker","categoryId":1}' });
      await api.send('POST', '/v1/pets', { headers: json, body: '{"name":"zq5marker"' });
      await api.send('POST', '/v1/pets', { headers: { ...json, 'Idempotency-Key': 'zq6marker x' }, body: '{}' });
      await api.send('GET', '/v1/pets', { headers: { Authorization: 'Bearer zq7marker' } });
      await api.send('GET', '/v1/pets', { headers: { Authorization: 'Basic zq8marker' } });
      await api.send('GET', '/v1/zq9marker');
      await api.send('GET', '/v1/pets/zq0marker');
      api.close();
      expect(await started.stop()).toBe(0);
      service = undefined;

      const lines = logLines(started.process);
      expect(lines.filter((line) => JSON.stringify(line).includes('log-test-1')).length).toBe(1);
      expect(lines.length).toBeGreaterThan(8);
      const printed = started.process.stdout() + started.process.stderr();
      expect(printed.match(/zq[1-8]marker/g)).toBeNull();
      expect(printed).not.toContain(started.apiKey.slice(13, 65));
      expect(started.process.stderr()).toBe('');
    });
  });
};
