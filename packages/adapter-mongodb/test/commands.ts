import type { NetworkFault } from '@animal-store/domain-testkit';
import { BSON, type Document } from 'mongodb';

/** Recognizes a command, on any collection or on one, by its start in BSON: its name, then the name of the collection. */
export const isCommand = (command: string, collection?: string): ((part: Buffer) => boolean) => {
  const start = [Buffer.from(`${command}\0`)];
  if (collection !== undefined) {
    const length = Buffer.alloc(4);
    length.writeInt32LE(collection.length + 1);
    start.push(length, Buffer.from(`${collection}\0`));
  }
  const wanted = Buffer.concat(start);
  return (part) => part.includes(wanted);
};

/** The reply to a request that is one message (the wire protocol of MongoDB, OP_MSG). */
const replyTo = (request: Buffer, error: Document): Buffer => {
  const body = BSON.serialize({ ok: 0, ...error });
  const head = Buffer.alloc(21);
  for (const [index, value] of [head.length + body.length, 0, request.readInt32LE(4), 2013, 0].entries())
    head.writeInt32LE(value, 4 * index);
  return Buffer.concat([head, body]);
};

/** The commands of these names never reach the server, and get this error instead. */
export const refusal = (commands: readonly string[], error: Document): NetworkFault => {
  const are = commands.map((command) => isCommand(command));
  return {
    kind: 'other reply',
    isRequest: (part) => are.some((isOne) => isOne(part)),
    replyTo: (request) => replyTo(request, error),
  };
};
