import { runToEnd } from '@animal-store/testkit/service';
import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../src/animal-store-error.ts';
import { petStatuses } from '../src/index.ts';

test('the codes and statuses are those of the OpenAPI document', async () => {
  const { stdout } = await runToEnd({ args: ['openapi'] });
  const { schemas } = JSON.parse(stdout).components;
  const described = schemas.Error.properties.code.description.matchAll(/`(\w+)`/g);
  expect(serviceErrorCodes).toEqual([...described].map(([, code]) => code));
  expect(petStatuses).toEqual(schemas.PetStatus.enum);
});
