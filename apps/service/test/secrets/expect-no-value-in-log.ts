import { logLines, startWithIssuedKey } from '@animal-store/testkit/service';
import { expect, onTestFinished } from 'vitest';
import { secret } from './hostile-messages.ts';

/**
 * Changes the store of a service so that the database refuses an addition. Expects that the log has this line, and nothing
 * of the animal.
 */
export const expectNoValueInLog = async (
  store: Readonly<Record<string, string>>,
  change: () => unknown,
  line: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const service = await startWithIssuedKey(store);
  onTestFinished(() => service.process.kill('SIGKILL'));
  await change();
  const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: secret, categoryId: 1 });
  const response = await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body });
  expect(await service.stop()).toBe(0);
  expect(logLines(service.process).find(({ method }) => method === 'POST')).toMatchObject(line);
  expect(await response.text()).not.toContain(secret);
  expect(service.process.stdout() + service.process.stderr()).not.toContain(secret);
};
