import {
  type Bounds,
  isBase,
  isHeaderName,
  isOrigin,
  optionBounds,
  type RateLimit,
} from '@animal-store/adapter-http-koa';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';

/** Decodes the text of an environment variable. Its message contains the rule, never the text, which may be a secret. */
export type TextCodec<A> = t.Type<A, string, unknown>;

/** Makes the codec of a text. `rule` completes the message `… must be`; `parse` returns undefined for a text that breaks it. */
export const parsed = <A>(rule: string, parse: (text: string) => A | undefined): TextCodec<A> =>
  new t.Type<A, string, unknown>(
    rule,
    (input): input is A => input !== undefined,
    (input, context) => {
      const value = typeof input === 'string' ? parse(input) : undefined;
      return value === undefined ? t.failure(input, context, `must be ${rule}`) : E.right(value);
    },
    String,
  );

const matching = (rule: string, matches: (text: string) => boolean): TextCodec<string> =>
  parsed(rule, (text) => (matches(text) ? text : undefined));

/** Whether a text begins or ends with a quote. A shell removes quotes, but the files of `docker --env-file` and systemd may not. */
export const isQuoted = (text: string): boolean => /^['"]|['"]$/.test(text);

export const path: TextCodec<string> = parsed('a path without quotes around it', (text) => {
  const trimmed = text.trim();
  return trimmed === '' || isQuoted(trimmed) ? undefined : trimmed;
});

export const mongodbUri: TextCodec<string> = matching(
  'a MongoDB connection string, mongodb://… or mongodb+srv://…',
  (text) => /^mongodb(?:\+srv)?:\/\/\S+$/.test(text),
);

export const postgresUri: TextCodec<string> = matching('a PostgreSQL connection string, postgresql://…', (text) =>
  /^postgres(?:ql)?:\/\/\S*$/.test(text),
);

const numberWithin = (text: string, [min, max]: Bounds): number | undefined => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

export const integer = (bounds: Bounds, unit = ''): TextCodec<number> =>
  parsed(`a whole number${unit} between ${bounds.join(' and ')}`, (text) => numberWithin(text, bounds));

export const oneOf = <A extends string>(...values: readonly A[]): TextCodec<A> =>
  parsed(values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`, (text) =>
    values.find((value) => value === text),
  );

export const host: TextCodec<string> = matching('a host name or an IP address', (text) =>
  /^[A-Za-z0-9.:_-]+$/.test(text),
);

// Without a password, because it is public.
export const baseUrl: TextCodec<string> = matching(
  'an http or https URL in ASCII whose path ends in /v1, without user, query and fragment',
  (text) => URL.canParse(text) && isBase(text),
);

export const collectorUrl: TextCodec<string> = matching(
  'an http or https URL, such as http://127.0.0.1:4318',
  (text) => URL.canParse(text) && /^https?:\/\/\S+$/.test(text),
);

const { rateLimitRequests, rateLimitSeconds } = optionBounds;

export const rateLimit: TextCodec<RateLimit> = parsed(
  `${rateLimitRequests.join(' to ')} requests in ${rateLimitSeconds.join(' to ')} seconds, such as 600/60s`,
  (text) => {
    const [, first = '', second = ''] = /^(\d+)\/(\d+)s$/.exec(text) ?? [];
    const requests = numberWithin(first, rateLimitRequests);
    const seconds = numberWithin(second, rateLimitSeconds);
    return requests === undefined || seconds === undefined ? undefined : { requests, seconds };
  },
);

const listOf = (rule: string, isItem: (text: string) => boolean): TextCodec<readonly string[]> =>
  parsed<readonly string[]>(rule, (text) => {
    const items = text.trim().split(/ *, */);
    return items.every(isItem) ? items : undefined;
  });

export const origins: TextCodec<readonly string[]> = listOf(
  'a comma-separated list of origins, as browsers send them, such as https://shop.example or capacitor://localhost, ' +
    'without path, default port or wildcard',
  isOrigin,
);

export const headerNames: TextCodec<readonly string[]> = listOf(
  'a comma-separated list of names of headers, such as sentry-trace',
  isHeaderName,
);
