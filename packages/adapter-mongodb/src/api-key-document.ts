import { ApiKey, ApiKeyDigest, ApiKeyId, Instant, StoredApiKeyLabel } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { decodeDocument, type StoredDocument } from './decode-document.ts';

/** An API key as it is stored. Instants are dates, which people can read. */
export interface ApiKeyDocument {
  readonly _id: ApiKeyId;
  readonly label: string;
  readonly digest: ApiKeyDigest;
  readonly created: Date;
  readonly expires?: Date;
  readonly revoked?: Date;
}

const toInstant = (value: unknown): unknown => (value instanceof Date ? value.getTime() : undefined);

const InstantOfDate: t.Type<Instant, Date, unknown> = new t.Type(
  'InstantOfDate',
  Instant.is,
  (input, context) => {
    const instant = toInstant(input);
    return Instant.is(instant) ? E.right(instant) : t.failure(input, context, 'must be a date');
  },
  (instant) => new Date(instant),
);

const fields = t.intersection([
  t.type({ _id: ApiKeyId, label: StoredApiKeyLabel, digest: ApiKeyDigest, created: InstantOfDate }),
  t.partial({ expires: InstantOfDate, revoked: InstantOfDate }),
]);

// What is absent is left out: the driver stores an undefined as null.
export const toApiKeyDocument = ({ id, label, digest, created, expires, revoked }: ApiKey): ApiKeyDocument => ({
  _id: id,
  label,
  digest,
  created: new Date(created),
  ...(expires === undefined ? {} : { expires: new Date(expires) }),
  ...(revoked === undefined ? {} : { revoked: new Date(revoked) }),
});

/** Reads an API key. */
export const toApiKey: (document: StoredDocument) => ApiKey = decodeDocument('apiKeys', (document) =>
  E.chain(({ _id, ...key }: t.TypeOf<typeof fields>) => ApiKey.decode({ ...key, id: _id }))(fields.decode(document)),
);
