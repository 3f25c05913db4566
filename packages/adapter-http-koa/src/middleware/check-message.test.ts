import type { IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { errors } from '../errors.ts';
import { bodyFaults } from '../message/body-faults.ts';
import { checkMessage } from './check-message.ts';

it('refuses a request whose body the HTTP parser has refused by now', () => {
  const req = { headers: { host: 'localhost' }, httpVersion: '1.1' } as IncomingMessage;
  const fault = errors.extensionsTooLarge();
  bodyFaults.set(req, fault);
  const next = vi.fn();
  expect(() => checkMessage({ req, method: 'POST', url: '/v1/pets' } as never, next)).toThrow(fault);
  expect(next).not.toHaveBeenCalled();
});
