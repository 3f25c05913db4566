import { option as O } from 'fp-ts';
import { expect, it } from 'vitest';
import { readPetId } from './read-pet-id.ts';

it.each(['0', '7', '-12', '9223372036854775807', '-9223372036854775808'])('reads the id %s', (segment) => {
  expect(readPetId(`/v1/pets/${segment}`)).toEqual(O.some(BigInt(segment)));
});

it.each(['', '007', '+7', '%37', '-', '-07', 'a7', '7a', '7.0', '9223372036854775808', '12345678901234567890'])(
  'takes %j for no id',
  (segment) => {
    expect(readPetId(`/v1/pets/${segment}`)).toEqual(O.none);
  },
);
