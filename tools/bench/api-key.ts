import { crc32 } from 'node:zlib';

const body = `ask_${'bench'.padEnd(8, 'a')}_${'a'.repeat(52)}`;

/** A well-formed API key that all servers in memory accept. */
export const apiKey: string = `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
