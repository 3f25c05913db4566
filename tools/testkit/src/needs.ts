export { describeNeeding } from './needs/describe-needing.ts';
export { failIfRequired, type Need, reportSkipped } from './needs/need.ts';
