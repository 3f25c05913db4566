export {
  type CheckedResponse,
  checkAgainstDocument,
  type Exchange,
  unproducedResponses,
} from './openapi/check-against-document.ts';
export { type ApiBody, type ApiOperation, operationsOf, targetOf } from './openapi/described-operations.ts';
export { type SchemaCheck, schemaCheck } from './openapi/schema-check.ts';
