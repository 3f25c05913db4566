import { validateNumber } from './validate-number.ts';

/** The expected response to a body: the fields after the id, or the names of the invalid fields. */
export type Verdict = { readonly fields: string } | { readonly broken: readonly string[] };

/** A number that keeps its source text. */
interface Numeral {
  readonly numeral: string;
}

const isNumeral = (value: unknown): value is Numeral =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'numeral') && Object.isFrozen(value);

const withNumerals = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? Object.freeze({ numeral: context?.source ?? '' }) : value;

const depth = (value: unknown): number => {
  if (typeof value !== 'object' || value === null || isNumeral(value)) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
};

const read = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), withNumerals);
  } catch {
    return undefined;
  }
};

const own = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;

/**
 * Validates a body by the rules of the interface, independently of the service. The names are empty if the fault is not
 * in a field.
 */
export const validateBody = (body: Uint8Array): Verdict => {
  const parsed = read(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) || isNumeral(parsed))
    return { broken: [] };
  if (depth(parsed) > 32) return { broken: [] };

  const [name, categoryId, status] = ['name', 'categoryId', 'status'].map((field) => own(parsed, field));
  const category = isNumeral(categoryId) ? validateNumber(categoryId.numeral) : undefined;
  const goodName = typeof name === 'string' && name.isWellFormed();
  const goodStatus = status === undefined || ['available', 'pending', 'sold'].some((known) => known === status);
  if (goodName && category !== undefined && goodStatus) {
    const end = status === undefined ? '' : `,"status":${JSON.stringify(status)}`;
    return { fields: `"name":${JSON.stringify(name)},"categoryId":${category}${end}` };
  }
  const verdicts = [
    ['name', goodName],
    ['categoryId', category !== undefined],
    ['status', goodStatus],
  ] as const;
  return { broken: verdicts.filter(([, good]) => !good).map(([field]) => field) };
};
