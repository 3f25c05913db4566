export { type CheckedAnswer, checkAgainstDocument, type Exchange } from './check-against-document.ts';
export type { DescribedApi } from './described-api.ts';
export { documentedAnswers, unproducedAnswers } from './documented-answers.ts';
export { type SchemaCheck, schemaCheck } from './schema-check.ts';
