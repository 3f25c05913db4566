import Koa from 'koa';
import { createHttpApi, createHttpApiMiddleware } from '../src/index.ts';
import type { ApiSetting } from './start-api.ts';

/** The API as the only middleware of a Koa application, which does not print its errors. */
export const createMountedApi: NonNullable<ApiSetting['create']> = (ports, options) =>
  Object.assign(new Koa(), { silent: true }).use(createHttpApiMiddleware(ports, options)).callback();

export interface Form {
  readonly name: string;
  readonly setting: Pick<ApiSetting, 'create' | 'isPlain'>;
  /** Whether a Koa application outside the API responds to the paths that are not of the API. */
  readonly isMounted: boolean;
  /** Whether the server is one of `node:http` with its defaults. */
  readonly isPlain: boolean;
}

const form = (isMounted: boolean, isPlain: boolean): Form => ({
  name: `a ${isMounted ? 'middleware' : 'listener'}${isPlain ? ' on a server of Node.js' : ''}`,
  setting: { create: isMounted ? createMountedApi : createHttpApi, isPlain },
  isMounted,
  isPlain,
});

export const forms: readonly Form[] = [form(false, false), form(true, false), form(false, true), form(true, true)];
