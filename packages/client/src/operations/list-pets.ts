import type { AnimalStoreClient } from '../animal-store-client.ts';
import { resolveInOrigin } from '../base-url.ts';
import { linkTarget } from '../link.ts';
import type { ListPetsQuery, NextPage, PetPage } from '../page.ts';
import { readPets } from '../pet-json.ts';
import type { Transport } from '../transport.ts';

const queryString = ({ limit, status }: ListPetsQuery): string => {
  const parameters = new URLSearchParams();
  if (limit !== undefined) parameters.set('limit', String(limit));
  if (status !== undefined) parameters.set('status', status);
  return parameters.size > 0 ? `?${parameters}` : '';
};

const addressOf = (base: string, query: ListPetsQuery | NextPage): string => {
  if (!('href' in query)) return `${base}/pets${queryString(query)}`;
  const url = resolveInOrigin(query.href, base);
  if (url === undefined) throw new TypeError('the next page must be at the origin of baseUrl');
  return url;
};

const readNext = (header: string | null, url: string): NextPage | undefined => {
  const target = linkTarget(header, 'next');
  if (target === undefined) return undefined;
  const href = resolveInOrigin(target, url);
  if (href === undefined) throw new TypeError('its next page is at another origin, where the API key must not go');
  if (href === url) throw new TypeError('its next page is itself');
  return { href };
};

/** `GET /pets` (docs/interface.md, section 4.1). The `Link` header names the next page. */
export const listPets =
  (send: Transport, base: string): AnimalStoreClient['listPets'] =>
  async (query = {}, options) => {
    const url = addressOf(base, query);
    const read = (json: unknown, headers: Headers): PetPage => {
      const next = readNext(headers.get('Link'), url);
      return { pets: readPets(json), ...(next && { next }) };
    };
    return send({ operation: 'listPets', method: 'GET', url }, { status: 200, read }, options);
  };
