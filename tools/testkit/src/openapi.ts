export { type CheckedAnswer, checkAgainstDocument, type Exchange } from './openapi/check-against-document.ts';
export type { DescribedApi } from './openapi/described-api.ts';
export { documentedAnswers, unproducedAnswers } from './openapi/documented-answers.ts';
export { type SchemaCheck, schemaCheck } from './openapi/schema-check.ts';
