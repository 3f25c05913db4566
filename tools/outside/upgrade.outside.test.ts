import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';
import { needsJavaCompiler, run } from './programs.ts';

describeNeeding(needsJavaCompiler, 'The HttpClient of Java, which offers an upgrade to HTTP/2', () => {
  it('adds and lists animals, with its body at once, in chunks and after 100 Continue', async () => {
    const service = await startService();
    onTestFinished(async () => void (await service.stop()));
    const env = { API_URL: `${service.origin}/v1`, API_KEY: service.apiKey };
    const { code, output } = await run(
      ['java', projectFile('tools/outside/programs/java/Client.java')],
      undefined,
      env,
    );
    const animals = [1, 2, 3, 4].map((id) => `{"id":${id},"name":"Rex","categoryId":9223372036854775807}`);
    const list = `200 HTTP_1_1 [${animals.join(',')}]`;
    expect([code, output.trimEnd().split('\n')]).toEqual([
      0,
      [...animals.map((animal) => `201 HTTP_1_1 ${animal}`), list, list],
    ]);
  });
});
