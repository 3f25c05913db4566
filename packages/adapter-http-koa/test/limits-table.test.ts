import { expectBlock } from '@animal-store/testkit/marked-block';
import { it } from 'vitest';
import { maxBodyBytes } from '../src/errors.ts';
import { maxHeaderSize, serverLimits } from '../src/server/create-http-server.ts';

const { headersTimeout, requestTimeout, timeout } = serverLimits;

it('lists the fixed limits of a request for the operator', async () => {
  const rows = [
    ['request line and headers', `${maxHeaderSize / 1024} KiB`, '431'],
    ['body, after decompression', `${maxBodyBytes / 1024} KiB`, '413'],
    ['time until all headers have arrived', `${headersTimeout / 1000} s`, '408'],
    ['time until the whole request has arrived', `${requestTimeout / 1000} s`, '408'],
    ['time in which a client does not read', `${timeout / 1000} s`, 'the connection is closed'],
  ];
  const lines = [['limited', 'limit', 'above it'], ['---', '---', '---'], ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  await expectBlock('docs/deploy.md', 'limits', lines.join('\n'));
});
