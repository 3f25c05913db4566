/** How long a method of a repository may take, in milliseconds. */
export const defaultOperationTimeoutMS = 4500;

/** How long a statement may take on the server, in milliseconds: its own error arrives first and keeps the connection. */
export const statementTimeoutMS = 4000;

/** How long an operation waits for a connection, in milliseconds, and how long a new connection may take. */
export const connectTimeoutMS = 2000;
