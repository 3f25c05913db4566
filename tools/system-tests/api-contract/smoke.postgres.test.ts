import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { testSmoke } from './test-smoke.ts';

describeOnPostgres('The service', ({ uri }) => testSmoke(() => ({ POSTGRES_URI: uri })));
