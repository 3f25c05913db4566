import { readFileSync } from 'node:fs';
import type { AnimalStore } from '@animal-store/domain';

/** Where clients find what the OpenAPI document describes. */
export interface OpenApiOptions {
  /** The base URL of the API, ending in /v1. Links in the examples begin with it. */
  readonly base: string;
  /** The base URL of the staging environment, if there is one. */
  readonly stagingBase?: string | undefined;
}

interface OpenApiResponses {
  readonly responses: Readonly<Record<string, object>>;
}

interface OpenApiOperation extends OpenApiResponses {
  readonly operationId: keyof AnimalStore;
  readonly parameters: readonly object[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

/** What tools read of the document. */
export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  // biome-ignore lint/suspicious/noExplicitAny: the types of the document come with openapi.yaml
  readonly components: any;
  readonly 'x-unmatched-requests': Readonly<Record<'options' | 'otherMethods' | 'otherPaths', OpenApiResponses>>;
}

const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');

/** The OpenAPI 3.1 document of the API at these addresses (https://spec.openapis.org/oas/v3.1.0.html). */
export const createOpenApiDocument = ({ base, stagingBase }: OpenApiOptions): OpenApiDocument => {
  const { servers, ...document } = JSON.parse(text.replaceAll('/BASE/v1', () => base));
  return {
    ...document,
    servers: [servers[0], ...(stagingBase === undefined ? [] : [{ url: stagingBase, description: 'Staging' }])],
  };
};
