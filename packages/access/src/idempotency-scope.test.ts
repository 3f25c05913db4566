import { IdempotencyScope } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';
import { expect, test } from 'vitest';
import { ApiKeyId } from './api-key.ts';
import { scopeOfApiKey } from './idempotency-scope.ts';

test('the id of an API key is a scope', () => {
  expect(IdempotencyScope.decode(scopeOfApiKey(known(ApiKeyId)('az27aaaa')))).toEqual(E.right('az27aaaa'));
});
