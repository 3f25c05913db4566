import { expectTypeOf, test } from 'vitest';
import type { ClientOptions, Fetch } from '../src/index.ts';

// The types of node-fetch 2 and 3, of which those of cross-fetch and isomorphic-fetch are copies.
type NodeFetch = (
  url: string | URL | { readonly url: string },
  init?: {
    method?: string;
    headers?: Iterable<[string, string]> | Record<string, string> | string[][];
    body?: NodeJS.ReadableStream | string | URLSearchParams;
    redirect?: 'error' | 'follow' | 'manual';
    signal?: AbortSignal | null;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null; raw(): object };
  text(): Promise<string>;
}>;

test('accepts the fetch of Node.js and undici, one with its parameters, and that of node-fetch', () => {
  expectTypeOf<typeof fetch>().toExtend<Fetch>();
  expectTypeOf<(input: string | URL | Request, init?: RequestInit) => Promise<Response>>().toExtend<Fetch>();
  expectTypeOf<NodeFetch>().toExtend<Fetch>();
  expectTypeOf<{ baseUrl: string; apiKey: string; fetch: NodeFetch }>().toExtend<ClientOptions>();
});
