import { apiPath } from '../api-path.ts';
import { optional, type Rule, type Rules, validate } from '../option-rules.ts';
import type { OpenApiOptions } from '../options.ts';

// A base is part of headers, which contain visible ASCII only, and of links, which `<`, `>` and `"` would end.
const absoluteBase = new RegExp(String.raw`^https?://[!$-;=A-[\]_a-z~]+${apiPath}$`);
const pathBase = new RegExp(`^(?:/[!$-.0-;=A-Z_a-z~]+)*${apiPath}$`);

const base: Rule = {
  type: 'string',
  text: `must be a path or an http(s) URL in ASCII that ends in ${apiPath}, without user, query and fragment`,
  allows: (value) => {
    const text = String(value);
    return pathBase.test(text) || (absoluteBase.test(text) && URL.canParse(text));
  },
};

export const openApiRules: Rules<OpenApiOptions> = { base, stagingBase: optional(base) };

/** Throws a `TypeError` or `RangeError` that names every invalid option of `createOpenApiDocument` with its rule. */
export const validateOpenApiOptions: (options: OpenApiOptions) => void = validate(
  'createOpenApiDocument',
  openApiRules,
);
