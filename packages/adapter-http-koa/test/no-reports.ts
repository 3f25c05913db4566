import type { ServerReports } from '../src/index.ts';

/** Reports that are ignored. */
export const noReports: ServerReports = { onError: () => undefined, onRefusedMessage: () => undefined };
