export { type AssertInTime, assertTimeLimit, limitTime } from './limit-time.ts';
export type { CheckoutFailure, PoolObserver } from './pool-observer.ts';
export {
  type DurableStore,
  type FoundStore,
  openOrRefuse,
  type Store,
  type StoreMisconfigured,
  storeMisconfigured,
} from './store.ts';
