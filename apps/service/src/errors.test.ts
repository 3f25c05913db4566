import { expect, it } from 'vitest';
import { messagesOf } from './errors.ts';

it('has a message for an address that cannot be used for a reason without words of its own', () => {
  const failure = { _tag: 'AddressUnusable', address: '::1:80', code: 'EMFILE', variables: 'HOST or PORT' } as const;
  expect(messagesOf(failure)).toEqual(['::1:80 cannot be listened on (EMFILE); choose another HOST or PORT']);
});
