const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** The CRC-32 (ISO/IEC 13239, the one of zlib and PNG) of an ASCII text, as 8 lower-case hex digits. */
export const crc32 = (ascii: string): string => {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ ascii.charCodeAt(index)) & 0xff] as number);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
};
