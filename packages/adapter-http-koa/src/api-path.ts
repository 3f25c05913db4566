/** The path of all operations. A new version of the interface gets another path. */
export const apiPath = '/v1';
