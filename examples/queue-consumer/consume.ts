import { createInterface } from 'node:readline';
import { type InvalidPet, type NewPet, parseNewPetJson } from '@animal-store/domain';
import { either as E, function as F } from 'fp-ts';

const accept = ({ name, categoryId, status }: NewPet): string =>
  `accepted: ${name} of category ${categoryId}, ${status ?? 'no status'}`;

const refuse = ({ violations }: InvalidPet): string =>
  `refused: ${violations.map(({ path, message }) => `${path || 'the message'} ${message}`).join('; ')}`;

// One message a line, as a queue would hand them over one by one.
for await (const message of createInterface({ input: process.stdin })) {
  console.log(F.pipe(parseNewPetJson(message), E.match(refuse, accept)));
}
