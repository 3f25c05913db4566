import type { ServerReports } from '../src/index.ts';

export const noReports: ServerReports = { onError: () => undefined, onRefusedMessage: () => undefined };
