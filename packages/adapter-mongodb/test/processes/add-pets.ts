import { either as E } from 'fp-ts';
import { connect } from '../mongodb/connect.ts';
import { idempotency, newPet } from '../mongodb/samples.ts';

// A process of its own that adds many animals at once, and tells the ids it was given.
const [uri = '', name = '', count = '', key] = process.argv.slice(2);

const store = await connect(uri, { answerWithinMS: 60_000 });
const add = store.pets.add(newPet({ name, categoryId: 1n }), key === undefined ? undefined : idempotency(key));
const answers = await Promise.all(Array.from({ length: Number(count) }, add));
await store.close();
process.send?.(answers.map((answer) => (E.isRight(answer) ? answer.right.id : answer.left._tag)));
