import Koa from 'koa';
import { createHttpApiMiddleware } from '../src/index.ts';
import type { ApiSetting } from './start-api.ts';

/** The API as the only middleware of a Koa application, which does not print lost connections. */
export const createMountedApi: NonNullable<ApiSetting['create']> = (ports, options) =>
  Object.assign(new Koa(), { silent: true }).use(createHttpApiMiddleware(ports, options)).callback();
