import { runToEnd } from '@animal-store/testkit/service';
import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../src/error-code.ts';
import { petStatuses } from '../src/index.ts';

test('the codes and statuses are those of the OpenAPI document', async () => {
  const { stdout } = await runToEnd({ args: ['openapi'] });
  const { schemas } = JSON.parse(stdout).components;
  expect(serviceErrorCodes).toEqual(schemas.Error.properties.code.enum);
  expect(petStatuses).toEqual(schemas.PetStatus.enum);
});
