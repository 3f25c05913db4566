import type { AnimalStore } from '@animal-store/domain';
import type { JsonMediaType } from '../body/json-body.ts';

/**
 * The OpenAPI 3.1 document of this API. These types hold what the document uses of OpenAPI 3.1.0 and nothing else, so
 * that a misspelt field is a type error.
 */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Info;
  readonly servers: readonly Server[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
  /** The responses to requests that are not one of the operations. OpenAPI has no place for them. */
  readonly 'x-unmatched-requests': Readonly<Record<'options' | 'otherMethods' | 'otherPaths', UnmatchedRequests>>;
}

export interface Info {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** What a client has to know beyond the single operations, in Markdown. */
  readonly 'x-guide': string;
  readonly version: string;
  readonly license: { readonly name: string; readonly identifier: string };
}

export interface Server {
  readonly url: string;
  readonly description: string;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type PathItem = Readonly<Partial<Record<Method, Operation>>>;

export interface Operation {
  readonly operationId: keyof AnimalStore;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly parameters: readonly Reference[];
  readonly requestBody?: RequestBody;
  readonly responses: DescribedResponses;
}

export interface UnmatchedRequests {
  readonly description: string;
  readonly responses: DescribedResponses;
}

export interface RequestBody {
  readonly description: string;
  readonly required: true;
  readonly content: Content;
}

/** The responses by their status. */
export type DescribedResponses = Readonly<Record<string, DescribedResponse | Reference>>;

/** A response. */
export interface DescribedResponse {
  readonly description: string;
  /** The error codes that the body can have; absent if the response is not an error. */
  readonly 'x-error-codes'?: readonly string[];
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
  readonly links?: Readonly<Record<string, Link>>;
}

/** An operation that can follow, with values from the response. */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

/** A body in each of its media types. */
export type Content = { readonly [MediaType in JsonMediaType]?: JsonContent };

/** A body in one media type. */
export interface JsonContent {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly description: string;
  readonly required?: true;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: 'array' | 'integer' | 'null' | 'object' | 'string';
  /** A value that can be null is `anyOf` its schema and the type `null`, because a reference has no siblings. */
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly format?: 'int64';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly const?: number | string;
  readonly default?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly examples?: readonly unknown[];
}

export interface Components {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export interface SecurityScheme {
  readonly type: 'http';
  readonly scheme: 'bearer';
  readonly bearerFormat: string;
  readonly description: string;
}
