import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';

const file = readFileSync(projectFile('docs/animal-store.http'), 'utf8');

/** The requests of the file, in the format that the HTTP clients of editors have in common. */
const requestsIn = (text: string) =>
  text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n').filter((line) => !line.startsWith('# '));
      const [head = '', body] = lines.join('\n').trim().split('\n\n');
      const [line = '', ...headers] = head.split('\n');
      const [method = '', url = ''] = line.split(' ');
      return { title, url, init: { method, headers: headers.map((one) => one.split(': ') as [string, string]), body } };
    });

it('docs/animal-store.http gets the responses that it names', async () => {
  const service = await startService();
  onTestFinished(async () => void (await service.stop()));
  const values = { base: service.baseUrl, key: service.apiKey };
  expect([...file.matchAll(/^@(\w+) = /gm)].map(([, name]) => name)).toEqual(Object.keys(values));
  const filled = file.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => Reflect.get(values, name));

  const requests = requestsIn(filled);
  expect(requests.length).toBe(9);
  const bodies: string[] = [];
  for (const { title, url, init } of requests) {
    const response = await fetch(url, { ...init, body: init.body ?? null });
    bodies.push(await response.text());
    expect(`${title} ${bodies.at(-1)}`).toContain(`: ${response.status} `);
  }
  expect(bodies[5]).toBe(bodies[4]);
  expect(bodies[7]).toBe(bodies[4]);
});
