export { describeNeeding } from './describe-needing.ts';
export { failWhereRequired, type Need, reportSkipped } from './need.ts';
