import { BSON, type Document } from 'mongodb';

/** Makes a function that replies to a request with a document, as one message (the wire protocol of MongoDB, OP_MSG). */
export const replyWith =
  (document: Document): ((request: Buffer) => Buffer) =>
  (request) => {
    const body = BSON.serialize(document);
    const head = Buffer.alloc(21);
    for (const [index, value] of [head.length + body.length, 0, request.readInt32LE(4), 2013, 0].entries())
      head.writeInt32LE(value, 4 * index);
    return Buffer.concat([head, body]);
  };
