import { expectAdded } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, type HttpResponse, type SendOptions } from '@animal-store/testkit/http';
import { describe, it } from 'vitest';

const accepted = [
  ...['application/json', 'application/json;charset=utf-8', 'application/json; charset=UTF-8'],
  ...['application/json ; charset=utf-8', 'application/json; charset="utf-8"', 'application/json; CHARSET=utf-8'],
  ...['Application/JSON; charset=UTF-8', 'application/json; profile=x'],
];

const refused = [
  '',
  ...'json application/ */* application/* text/plain text/json application/jsonx application/xjson'.split(' '),
  ...['application/json-patch+json', 'application/vnd.api+json', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'application/json; charset=latin1', 'application/json; charset=utf-16'],
  ...['application/json; charset=nonsense', 'application/json, text/plain', 'application/json text/plain'],
];

const repeated: readonly (readonly string[])[] = [
  ['application/json', 'application/json'],
  ['application/json', 'text/plain'],
  ['text/plain', 'application/json'],
];

/** The media type of a body: only JSON in UTF-8. */
export const describeAddPetMediaType = (api: ContractApi): void => {
  const post = (headers: SendOptions['headers'] = {}, body = '{"name":"Rex","categoryId":1}'): Promise<HttpResponse> =>
    api.send('POST', '/v1/pets', { headers, body });

  describe('Content-Type of POST /v1/pets', () => {
    it.each(accepted)('accepts %s', async (type) => {
      expectAdded(await post({ 'Content-Type': type }));
    });

    it.each(refused)('refuses "%s"', async (type) => {
      expectError(await post({ 'Content-Type': type }), 415, 'unsupported_media_type');
    });

    it.each(repeated)('refuses two of them: %s and %s', async (...types) => {
      expectError(await post({ 'Content-Type': types }), 415, 'unsupported_media_type');
    });

    it('refuses a body without one', async () => {
      expectError(await post(), 415, 'unsupported_media_type');
      expectError(await post({}, 'name=Rex&categoryId=1'), 415, 'unsupported_media_type');
    });

    it('refuses a request without a Content-Type even if it has no body', async () => {
      expectError(await post({}, ''), 415, 'unsupported_media_type');
    });

    it.each(['*/*', 'text/html', 'application/xml', 'application/json;q=0', ''])(
      'responds in JSON, with any Accept: "%s"',
      async (accept) => {
        expectAdded(await post({ 'Content-Type': 'application/json', Accept: accept }));
        expectError(await api.send('GET', '/v1/nothing', { headers: { Accept: accept } }), 404, 'not_found');
      },
    );
  });
};
