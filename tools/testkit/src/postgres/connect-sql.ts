import { Client } from 'pg';

/** Rows as texts. */
export type TextRows = readonly (readonly (string | null)[])[];

/** Runs SQL without the adapter. Several statements without values are one transaction, and return nothing. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<TextRows>;

/** A connection for SQL, made when it is needed, and made again after it broke. */
export const connectSql = (uri: string) => {
  let connected: Promise<Client> | undefined;
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: uri });
    client.on('error', () => {
      connected = undefined;
    });
    await client.connect();
    return client;
  };
  return {
    sql: (async (text, values = []) => {
      connected ??= connect();
      const client = await connected.catch((error: unknown) => {
        connected = undefined;
        throw error;
      });
      const types = { getTypeParser: () => (value: string) => value };
      const { rows } = await client.query({ text, values: [...values], rowMode: 'array', types });
      return rows ?? [];
    }) satisfies Sql,
    close: async (): Promise<void> => {
      const last = connected;
      connected = undefined;
      await (await last?.catch(() => undefined))?.end();
    },
  };
};

export type SqlConnection = ReturnType<typeof connectSql>;
