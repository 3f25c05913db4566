import type { ApiResponse } from './response.ts';

// RFC 8259, section 11 defines no charset for the media type.
const contentType = ['Content-Type', 'application/json'] as const;

/** A response with a JSON text, and with further headers. */
export const jsonResponse = (
  status: 200 | 201,
  json: string | Buffer,
  headers: readonly string[] = [],
): ApiResponse => ({ status, headers: [...contentType, ...headers], body: json });
