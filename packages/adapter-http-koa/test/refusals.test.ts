import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import type { ApiError } from '../src/api-error.ts';
import { errors } from '../src/errors.ts';

// Each other error is made of nothing, a list, or a value of any type.
const given: Readonly<Record<string, readonly unknown[]>> = { rateExceeded: [600, 60, 1] };
const refusals = Object.entries<(...given: never[]) => ApiError>(errors)
  .map(([name, create]) => create(...((given[name] ?? [[]]) as never[])))
  .filter(({ status }) => status === 429 || status === 503);

it('has the cause of each 429 and 503 for the metric, but of /readyz', () => {
  const unnamed = refusals.flatMap(({ message, details }) => (details.refusal === undefined ? message : []));
  expect(unnamed).toEqual(['the service is not ready to take requests']);
});

it('each 429 and 503 is a row for the operator, with what to do', () => {
  const guide = readFileSync(projectFile('docs/troubleshooting.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| (429|503) \| (.*?) \| (.*?) \| [^|]+ \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    refusals.map(({ status, message, details: { refusal } }) => [
      `${status}`,
      message,
      refusal ? `\`${refusal}\`` : '',
    ]),
  );
});
