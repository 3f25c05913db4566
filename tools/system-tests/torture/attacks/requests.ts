import { gzipSync } from 'node:zlib';

/** The text of a request without a body. */
export const request = (line: string, headers: readonly string[] = []): string =>
  `${line} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

export const bearer = (apiKey: string): string => `Authorization: Bearer ${apiKey}`;

/** A `POST /v1/pets` with a compressed body. */
export const packedPost = (apiKey: string, json: string): Buffer => {
  const body = gzipSync(json, { level: 9 });
  const head = request('POST /v1/pets', [
    bearer(apiKey),
    'Content-Type: application/json',
    'Content-Encoding: gzip',
    `Content-Length: ${body.length}`,
  ]);
  return Buffer.concat([Buffer.from(head), body]);
};

/** The longest body that the service reads, in bytes. */
const maxBodyBytes = 64 * 1024;

/** An animal whose name fills the longest body. */
export const hugeAnimal = (status: string): string => {
  const around = JSON.stringify({ name: '', categoryId: 1, status });
  return JSON.stringify({ name: 'x'.repeat(maxBodyBytes - around.length), categoryId: 1, status });
};
