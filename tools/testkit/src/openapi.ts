export {
  type CheckedResponse,
  checkAgainstDocument,
  type Exchange,
  unproducedResponses,
} from './openapi/check-against-document.ts';
export { type ApiOperation, operationsOf } from './openapi/described-operations.ts';
export { type SchemaCheck, schemaCheck } from './openapi/schema-check.ts';
