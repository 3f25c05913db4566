import { expect, it, vi } from 'vitest';
import { BoundClient } from './bound-client.ts';

it.each([
  ['SASL of SCRAM-SHA-256-PLUS, SASLFinal, Ok', 'kept'],
  ['SASL of SCRAM-SHA-256', 'closed'],
  ['SASL of SCRAM-SHA-256-PLUS, Ok', 'closed'],
  ['SASL of SCRAM-SHA-256-PLUS, CleartextPassword', 'closed'],
  ['CleartextPassword', 'closed'],
  ['MD5Password', 'closed'],
  ['Ok', 'closed'],
])('after the messages %s, a connection that must be bound is %s', (messages, outcome) => {
  const { connection } = new BoundClient();
  const destroy = vi.spyOn(connection.stream, 'destroy').mockReturnThis();
  for (const message of messages.split(', ')) {
    const [kind, mechanism] = message.split(' of ');
    connection.emit(`authentication${kind}`, { mechanisms: [mechanism] });
  }
  expect(destroy.mock.calls.length > 0 ? 'closed' : 'kept').toBe(outcome);
});
