import { type RunningService, type ServiceOptions, startService } from './start-service.ts';

/** Where the store is, which key the tests use, and what else the service is started with. */
export interface OnMongodbOptions extends ServiceOptions {
  readonly uri: string;
  readonly apiKey: string;
}

/** Starts the service on a MongoDB that may be away. */
export const startOnMongodb = async ({ uri, apiKey, form, env }: OnMongodbOptions): Promise<RunningService> => {
  // An empty API_KEY counts as absent: the keys are in MongoDB.
  const started = await startService({ ...(form && { form }), env: { API_KEY: '', MONGODB_URI: uri, ...env } });
  return { ...started, apiKey };
};
