export { describeNeeding } from './needs/describe-needing.ts';
export { failWhereRequired, type Need, reportSkipped } from './needs/need.ts';
