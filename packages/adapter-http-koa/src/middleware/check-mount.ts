import type { Middleware } from 'koa';

// Of a URL, and of a target in absolute form.
const origin = /^https?:\/\/[^/]*/i;

/**
 * Throws if the API is mounted at a path that its `base` lacks, because then its links would lead nowhere. The first request shows
 * it, so nothing is checked after one that is right.
 */
export const checkMount = (base: string, apiPath: string): Middleware => {
  const path = base.replace(origin, '');
  let isRight = false;
  return (ctx, next) => {
    if (isRight) return next();
    // koa-mount takes the path of the mount away from `url`.
    const { originalUrl, url } = ctx;
    const isMounted = originalUrl !== url && originalUrl.endsWith(url);
    const mount = isMounted ? originalUrl.slice(0, -url.length).replace(origin, '') : '';
    // A proxy in front may have taken a part of the path away before.
    isRight = path.endsWith(`${mount}${apiPath}`);
    if (isRight) return next();
    throw new Error(`the API is mounted at ${mount}, so its base must end in ${mount}${apiPath}, and it is ${base}`);
  };
};
