import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A new well-formed API key, made independently of the service so that the service's own format is tested too. */
export const makeApiKey = (): string => {
  const body = `ask_${randomText(8)}_${randomText(52)}`;
  return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
};
