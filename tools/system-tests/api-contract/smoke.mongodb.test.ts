import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { testSmoke } from './test-smoke.ts';

describeOnMongodb('The service', ({ uri }) => testSmoke(() => ({ MONGODB_URI: uri })));
