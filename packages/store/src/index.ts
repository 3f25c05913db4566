export { type AssertInTime, assertTimeLimit, limitTime } from './limit-time.ts';
export { openOrRefuse } from './open-or-refuse.ts';
export type { CheckoutFailure, PoolObserver } from './pool-observer.ts';
export {
  type DurableStore,
  type FoundStore,
  type Store,
  type StoreMisconfigured,
  storeMisconfigured,
} from './store.ts';
