export { issueKey, listKeys, makeApiKey, putKey, revokeKey } from './service/keys.ts';
export { type Ended, runService, runToEnd, type ServiceProcess, waitFor, waitForEnd } from './service/run-service.ts';
export {
  logLines,
  type RunningService,
  requestLines,
  startOnMongodb,
  startService,
  startWithIssuedKey,
  untilReady,
} from './service/start-service.ts';
