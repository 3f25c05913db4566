/** One answer as it came over the wire: names of headers in lower case, a repeated one joined by a line end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads the first answer of a text, and how long it is; none while a part of it is missing. */
export const parseAnswer = (
  text: string,
  method: string,
): { readonly answer: Answer; readonly length: number } | undefined => {
  const [head = '', ...others] = text.split('\r\n\r\n');
  if (others.length === 0) return undefined;
  const [start = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const [, name = '', value = ''] of lines.map((line) => /^([^:]+): (.+)$/.exec(line) ?? [])) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`;
  }
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]);
  const bodyLength = method === 'HEAD' || status < 200 ? 0 : Number(headers['content-length'] ?? 0);
  const length = head.length + 4 + bodyLength;
  if (text.length < length) return undefined;
  return { answer: { status, headers, body: text.slice(head.length + 4, length) }, length };
};
