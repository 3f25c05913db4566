import { isOrigin, type RateLimit } from '@animal-store/adapter-http-koa';
import { fromGuard } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { matching, type TextCodec } from '../text-codec.ts';

/** Makes a codec that parses a text, and refuses it if the guard refuses the result. */
const parsedBy = <A>(
  rule: string,
  parse: (text: string) => unknown,
  is: (value: unknown) => value is A,
  encode: (value: A) => string,
): TextCodec<A> =>
  new t.Type(
    rule,
    is,
    (input, context) => {
      const value = typeof input === 'string' ? parse(input) : undefined;
      return is(value) ? E.right(value) : t.failure(input, context, `must be ${rule}`);
    },
    encode,
  );

export const integer = (min: number, max: number, unit = ''): TextCodec<number> =>
  parsedBy(
    `a whole number${unit} between ${min} and ${max}`,
    (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    (value): value is number => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
    String,
  );

export const oneOf = <A extends string>(values: readonly A[]): TextCodec<A> => {
  const rule = `one of ${values.join(', ')}`;
  return fromGuard(rule, (input): input is A => values.some((value) => value === input), `must be ${rule}`);
};

export const host: TextCodec<string> = matching('a host name or an IP address', (text) =>
  /^[A-Za-z0-9.:_-]+$/.test(text),
);

// It is sent in headers, which hold visible ASCII only, and is public: no place for a password.
export const baseUrl: TextCodec<string> = matching(
  'an http or https URL in ASCII whose path ends in /v1, without user, query and fragment',
  (text) => URL.canParse(text) && /^https?:\/\/[!$-;=A-[\]_a-z~]+\/v1$/.test(text),
);

/** A URL of a server that the service sends to. */
export const collectorUrl: TextCodec<string> = matching(
  'an http or https URL, such as http://127.0.0.1:4318',
  (text) => URL.canParse(text) && /^https?:\/\/\S+$/.test(text),
);

export const rateLimit: TextCodec<RateLimit> = parsedBy(
  'a number of requests and of seconds, such as 600/60s',
  (text) => {
    const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(text) ?? [];
    return { requests: Number(requests), seconds: Number(seconds) };
  },
  t.type({ requests: integer(1, 999_999_999), seconds: integer(1, 99_999) }).is,
  ({ requests, seconds }) => `${requests}/${seconds}s`,
);

export const origins: TextCodec<readonly string[]> = parsedBy(
  'a comma-separated list of origins such as https://shop.example, without path, default port or wildcard',
  (text) => text.split(/ *, */),
  (value): value is readonly string[] => t.array(t.string).is(value) && value.every(isOrigin),
  (items) => items.join(','),
);
