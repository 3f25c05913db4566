import type { ApiKeyToken } from '@animal-store/access';
import { expect, it } from 'vitest';
import { banner } from './banner.ts';

const linesOf = (makesKey: 'always' | 'if there is none', newApiKey?: ApiKeyToken) =>
  banner('http://127.0.0.1:8080', { place: 'in memory', makesKey }, newApiKey)
    .split('\n')
    .filter((line) => /Docs|API key|API_KEY/.test(line))
    .map((line) => line.trim());

it('gives a new key to the page, to the shell and to the curl commands', () => {
  expect(linesOf('always', 'ask_abc_def' as ApiKeyToken)).toEqual([
    'Docs     http://127.0.0.1:8080/docs#key=ask_abc_def',
    'API key  ask_abc_def',
    'For the commands of the guides: export API_KEY=ask_abc_def',
  ]);
});

it('names the variable of a key that it does not know', () => {
  expect(linesOf('always').slice(0, 2)).toEqual(['Docs     http://127.0.0.1:8080/docs', 'API key  the one in API_KEY']);
  expect(linesOf('if there is none')[1]).toBe(
    'API key  one that was issued before; animal-store keys issue makes another',
  );
});
