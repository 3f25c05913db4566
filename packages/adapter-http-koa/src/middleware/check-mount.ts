import type { Middleware } from 'koa';

// Of a URL, and of a target in absolute form.
const origin = /^https?:\/\/[^/]*/i;

/**
 * Throws if the API is mounted at a path that its `base` lacks, because then its links would lead nowhere. Each request
 * below such a mount fails, so the first one shows it.
 */
export const checkMount = (base: string, apiPath: string): Middleware => {
  const path = base.replace(origin, '');
  return (ctx, next) => {
    // koa-mount, Express and others take the path of the mount away from `url`.
    const { originalUrl = ctx.originalUrl } = ctx.req as { readonly originalUrl?: string };
    if (originalUrl !== ctx.url && originalUrl.endsWith(ctx.url)) {
      const mount = originalUrl.slice(0, -ctx.url.length).replace(origin, '');
      // A proxy in front may have taken a part of the path away before.
      if (!path.endsWith(`${mount}${apiPath}`))
        throw new Error(
          `the API is mounted at ${mount}, so its base must end in ${mount}${apiPath}, and it is ${base}`,
        );
    }
    return next();
  };
};
