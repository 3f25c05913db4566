export { type CheckedResponse, checkAgainstDocument, type Exchange } from './openapi/check-against-document.ts';
export type { DescribedApi } from './openapi/described-api.ts';
export { type ApiBody, type ApiOperation, operationsOf, targetOf } from './openapi/described-operations.ts';
export { unproducedResponses } from './openapi/documented-responses.ts';
export { type SchemaCheck, schemaCheck } from './openapi/schema-check.ts';
