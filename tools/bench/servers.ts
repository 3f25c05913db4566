import { projectFile, type ServerProgram } from './start-server.ts';

const peer = (name: string, file: string, env: ServerProgram['env']): ServerProgram => ({
  name,
  args: [projectFile(`tools/bench/peers/${file}`)],
  env,
});

/** The built service with the settings of production: it logs every request, and counts it in its metrics. */
export const service = (env: ServerProgram['env']): ServerProgram => ({
  name: 'service',
  args: [projectFile('apps/service/dist/main.js'), 'serve'],
  env: { PORT: '0', ADMIN_PORT: '0', ...env },
});

export const nodeHttp = (apiKey: string): ServerProgram => peer('node:http', 'node-http.ts', { API_KEY: apiKey });

export const fastifyApp = (apiKey: string): ServerProgram => peer('Fastify', 'fastify.ts', { API_KEY: apiKey });

export const mongodbLoop = (apiKey: string, uri: string): ServerProgram =>
  peer('node:http + driver', 'mongodb-loop.ts', { API_KEY: apiKey, MONGODB_URI: uri });

export const listOfMany = (count: number): ServerProgram =>
  peer(`${count.toLocaleString('en')} animals`, 'list-of-many.ts', { COUNT: String(count) });
