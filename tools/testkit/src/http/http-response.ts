/** A header line as received, with the case of its name. A header may be repeated. */
export type HeaderLine = readonly [name: string, value: string];

/** One HTTP response, exactly as received. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
}

/** All values of a header, in the order of arrival. The name is in lower case. */
export const headerValues = ({ headers }: HttpResponse, name: string): readonly string[] =>
  headers.filter(([written]) => written.toLowerCase() === name).map(([, value]) => value);

/** The value of an optional header. Throws if it is repeated. */
export const header = (response: HttpResponse, name: string): string | undefined => {
  const values = headerValues(response, name);
  if (values.length > 1) throw new Error(`${name} is repeated: ${JSON.stringify(values)}`);
  return values[0];
};

/** The body as text. Throws if its bytes are not UTF-8. */
export const text = ({ body }: HttpResponse): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);

/** The response without the two headers that differ each time, for comparing whole responses. */
export const comparable = ({ status, reason, headers, body }: HttpResponse): unknown => ({
  status,
  reason,
  headers: headers.filter(([name]) => !['date', 'x-request-id'].includes(name.toLowerCase())),
  body: body.toString('latin1'),
});
