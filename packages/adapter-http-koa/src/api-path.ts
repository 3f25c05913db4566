/** The path that every operation is under. A new version of the interface has another one. */
export const apiPath = '/v1';
