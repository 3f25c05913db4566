import { type RunningService, type ServiceOptions, startService } from './start-service.ts';

/** The store, the API key of the tests, and the other settings of the service. */
export interface OnMongodbOptions extends ServiceOptions {
  readonly uri: string;
  readonly apiKey: string;
}

/** Starts the service on a MongoDB that may be unavailable. */
export const startOnMongodb = async ({ uri, apiKey, form, env }: OnMongodbOptions): Promise<RunningService> => {
  // An empty API_KEY counts as absent, because the keys are in MongoDB.
  const started = await startService({ ...(form && { form }), env: { API_KEY: '', MONGODB_URI: uri, ...env } });
  return { ...started, apiKey };
};
