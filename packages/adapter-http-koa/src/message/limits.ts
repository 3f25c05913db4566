/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;
