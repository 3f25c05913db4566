import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** A backend of the balancer. */
export interface Backend {
  /** Whether its last readiness probe succeeded. */
  readonly isReady: () => boolean;
  readonly remove: () => void;
}

/** A simple HTTP balancer: it uses readiness, keeps connections open and never retries. */
export interface Balancer {
  readonly origin: string;
  readonly add: (origin: string) => Backend;
  readonly close: () => void;
}

interface Member {
  readonly origin: URL;
  readonly agent: Agent;
  isReady: boolean;
}

const hopByHop: readonly string[] = ['connection', 'keep-alive', 'transfer-encoding'];

const endToEnd = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => !hopByHop.includes((rawHeaders[index - (index % 2)] ?? '').toLowerCase()));

const send = ({ origin, agent }: Member, method = 'GET', path = '/', headers: readonly string[] = []) =>
  request({ hostname: origin.hostname, port: origin.port, agent, method, path, headers: [...headers] });

const forward = (member: Member, req: IncomingMessage, res: ServerResponse): void => {
  const fail = (error: Error): void => {
    if (res.headersSent) res.destroy();
    else res.writeHead(502).end(`the connection to ${member.origin.port} failed: ${error.message}`);
  };
  const sent = send(member, req.method, req.url, endToEnd(req.rawHeaders));
  sent.on('error', fail);
  sent.on('response', (response) => {
    res.writeHead(response.statusCode ?? 0, endToEnd(response.rawHeaders));
    pipeline(response, res).catch(fail);
  });
  req.pipe(sent);
};

/** Starts a balancer that probes `/readyz` of every backend at an interval in milliseconds. */
export const startBalancer = async (pollInterval: number): Promise<Balancer> => {
  const members = new Set<Member>();
  let turn = 0;

  const poll = (member: Member): void => {
    const probe = send(member, 'GET', '/readyz', ['Host', member.origin.host]);
    probe.on('error', () => {
      member.isReady = false;
    });
    probe.on('response', (response) => {
      member.isReady = response.statusCode === 200;
      response.resume();
    });
    probe.end();
  };

  const server = createServer((req, res) => {
    const ready = [...members].filter(({ isReady }) => isReady);
    turn += 1;
    const member = ready[turn % ready.length];
    if (member === undefined) res.writeHead(502).end('no backend is ready');
    else forward(member, req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => members.forEach(poll), pollInterval);

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => {
      const member: Member = { origin: new URL(origin), agent: new Agent({ keepAlive: true }), isReady: false };
      members.add(member);
      return {
        isReady: () => member.isReady,
        remove: () => {
          members.delete(member);
          member.agent.destroy();
        },
      };
    },
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      for (const { agent } of members) agent.destroy();
    },
  };
};
