import { type AccessPorts, authenticate } from '@animal-store/access';
import { createApp as createAnimalApp } from '@animal-store/adapter-http-koa';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore } from '@animal-store/domain';
import Koa from 'koa';
import mount from 'koa-mount';

/** An application with a log, an error handler and a route of its own, under which the animal store is mounted. */
export const createApp = (access: AccessPorts, log: (line: string) => void): Koa => {
  const app = new Koa();
  app.on('error', (error: Error) => log(`error: ${error.message}`));

  app.use(async (ctx, next) => {
    await next();
    log(`${ctx.method} ${ctx.path} ${ctx.status}, ${ctx.length} bytes`);
  });

  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.status = 500;
      ctx.body = 'We are sorry.';
      app.emit('error', error, ctx);
    }
  });

  app.use(async (ctx, next) => {
    if (ctx.path === '/hours') ctx.body = 'open all day';
    else if (ctx.path === '/broken') throw new Error('a fault of this application');
    else await next();
  });

  const animals = createAnimalApp(
    {
      store: createAnimalStore({ pets: createMemoryPetRepository() }),
      authenticate: authenticate(access),
      clock: access.clock,
      isReady: async () => true,
    },
    { base: '/animals/v1', getPetAfterSunset: 'gone' },
  );
  app.use(mount('/animals', animals));
  return app;
};
