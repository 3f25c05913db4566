export { issueKey, listKeys, revokeKey, startWithIssuedKey } from './service/keys.ts';
export { makeApiKey } from './service/make-api-key.ts';
export { putKey } from './service/put-key.ts';
export { type RequestLine, requestLines } from './service/request-lines.ts';
export {
  type Ended,
  runService,
  type ServiceCommand,
  type ServiceForm,
  type ServiceProcess,
  waitFor,
  waitForEnd,
} from './service/run-service.ts';
export { type Outcome, runToEnd } from './service/run-to-end.ts';
export { type OnMongodbOptions, startOnMongodb } from './service/start-on-mongodb.ts';
export { logLines, type RunningService, type ServiceOptions, startService } from './service/start-service.ts';
export { untilReady } from './service/until-ready.ts';
