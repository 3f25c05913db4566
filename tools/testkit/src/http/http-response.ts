/** A header line as written: neither the case of the name nor a repetition is lost. */
export type HeaderLine = readonly [name: string, value: string];

/** One HTTP answer, exactly as it came over the wire. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
}

/** Every value of a header, in the order of arrival; the name in lower case. */
export const headerValues = ({ headers }: HttpResponse, name: string): readonly string[] =>
  headers.filter(([written]) => written.toLowerCase() === name).map(([, value]) => value);

/** The value of a header that may be there once; throws when it is repeated. */
export const header = (response: HttpResponse, name: string): string | undefined => {
  const values = headerValues(response, name);
  if (values.length > 1) throw new Error(`${name} is repeated: ${JSON.stringify(values)}`);
  return values[0];
};

/** The body as text; throws when its bytes are not UTF-8. */
export const text = ({ body }: HttpResponse): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);

/** The answer without the two lines that differ from one answer to the next, for comparing whole answers. */
export const comparable = ({ status, reason, headers, body }: HttpResponse): unknown => ({
  status,
  reason,
  headers: headers.filter(([name]) => !['date', 'x-request-id'].includes(name.toLowerCase())),
  body: body.toString('latin1'),
});
