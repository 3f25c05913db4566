import type { DescribedApi, DescribedRequests } from './described-api.ts';
import { pointerTo } from './json-pointer.ts';

/** The described requests that match a request, with their name and their place in the document. */
export interface FoundRequests {
  readonly name: string;
  readonly pointer: string;
  readonly requests: DescribedRequests;
}

/** Every request in the document: the operations and the unmatched requests. */
export const everyRequests = (document: DescribedApi): readonly FoundRequests[] => [
  ...Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, requests]) =>
      requests === undefined
        ? []
        : [{ name: `${method.toUpperCase()} ${path}`, pointer: pointerTo('/paths', path, method), requests }],
    ),
  ),
  ...Object.entries(document['x-unmatched-requests']).map(([name, requests]) => ({
    name,
    pointer: pointerTo('/x-unmatched-requests', name),
    requests,
  })),
];

const escaped = (text: string): string => text.replace(/[.*+?^$()[\]\\|]/g, '\\$&');

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${escaped(template).replace(/\{[^{}]+\}/g, '[^/]+')}$`).test(path);

// A proxy may remove the path before the version segment, so it is ignored.
const versionSegment = ({ servers }: DescribedApi): string => /\/[^/]+$/.exec(servers[0]?.url ?? '')?.[0] ?? '';

/** Finds the description of a request. Returns undefined if its path is outside the server. */
export const findRequests = (
  document: DescribedApi,
): ((method: string, target: string) => FoundRequests | undefined) => {
  const base = versionSegment(document);
  const every = new Map(everyRequests(document).map((requests) => [requests.name, requests]));
  const templates = Object.keys(document.paths);
  return (method, target) => {
    const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
    if (path !== base && !path.startsWith(`${base}/`)) return undefined;
    const template = templates.find((candidate) => matches(base + candidate, path));
    if (template === undefined) return every.get('otherPaths');
    if (method === 'OPTIONS') return every.get('options');
    // The response to HEAD is the response to GET without its body.
    return every.get(`${method === 'HEAD' ? 'GET' : method} ${template}`) ?? every.get('otherMethods');
  };
};
