import type { ServerReports } from '../src/index.ts';

/** For a server of which nobody wants to hear. */
export const noReports: ServerReports = { onError: () => undefined, onRefusedMessage: () => undefined };
