import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service/start-service';
import type { Outcome, Run } from '../run-command.ts';
import type { ClientProgram } from './client-programs.ts';
import { clientsFolder } from './openapi-generator.ts';
import { type ClientResult, testClient } from './test-client.ts';

const programs = projectFile('tools/outside/clients/programs');

/** Writes the document that the compiled service serves, and gives the names of its schemas as generated files do. */
const writeDocument = async ({ cleanup }: Run): Promise<readonly string[]> => {
  const service = await startService({ form: 'built', startsWithin: 180_000 });
  cleanup.add(service.stop);
  const text = await fetch(`${service.origin}/openapi.json`).then((response) => response.text());
  await writeFile(`${clientsFolder}/openapi.json`, text);
  const { components } = JSON.parse(text) as { readonly components: { readonly schemas: object } };
  return Object.keys(components.schemas)
    .map((name) => name.toLowerCase())
    .toSorted();
};

/** Tests the clients, two at a time. */
export const runClients = async (clients: readonly ClientProgram[], run: Run): Promise<Outcome> => {
  for (const { name } of clients) await rm(`${clientsFolder}/${name}`, { recursive: true, force: true });
  await cp(programs, clientsFolder, { recursive: true });
  await rm(`${clientsFolder}/node_modules`, { force: true });
  await symlink(projectFile('tools/node_modules'), `${clientsFolder}/node_modules`);
  const expected = { models: await writeDocument(run), output: await readFile(`${programs}/expected.txt`, 'utf8') };

  const results: (readonly [name: string, result: ClientResult])[] = [];
  const waiting = clients.values();
  const work = async (): Promise<void> => {
    for (const client of waiting) {
      const began = performance.now();
      const result = await testClient(client, expected, run);
      const reason = 'reason' in result ? `: ${result.reason}` : '';
      run.progress(`${client.name}: ${result.is}${reason}, ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
      results.push([client.name, result]);
    }
  };
  await Promise.all([work(), work()]);

  const those = (is: ClientResult['is']): string => {
    const names = results.filter(([, result]) => result.is === is).map(([name]) => name);
    return `${names.length} ${is}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
  };
  return {
    problems: results.flatMap(([name, result]) => ('problem' in result ? `${name}: ${result.problem}` : [])),
    passed: `CLIENTS: ${those('passed')}; ${those('left out')}`,
  };
};
