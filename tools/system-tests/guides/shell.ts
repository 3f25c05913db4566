import { parseArgs } from 'node:util';

/** The request of a curl command. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Runs a command of a guide. Returns the request if the command sends one. */
export type Shell = (line: string) => CurlRequest | undefined;

const assignment = /^(\w+)=(\S+)/;
const alias = /^alias (\w+)='([^']*)'/;
const word = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g;
const part = /'([^']*)'|"([^"]*)"|[^'"]+/g;

const options = {
  silent: { type: 'boolean', short: 's' },
  include: { type: 'boolean', short: 'i' },
  head: { type: 'boolean', short: 'I' },
  request: { type: 'string', short: 'X' },
  header: { type: 'string', short: 'H', multiple: true },
  data: { type: 'string', short: 'd' },
} as const;

const fieldOf = (line: string): readonly [string, string] => {
  const [, name, value] = /^([^:\s]+): (.+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`This is not a header: ${line}`);
  return [name, value];
};

const readCurl = (args: readonly string[]): CurlRequest => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0) throw new Error(`curl needs one address: ${args.join(' ')}`);
  const { head, data, request, header = [] } = values;
  // Like curl, which sends data without a Content-Type as a form.
  const form = data === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  return {
    method: request ?? (head ? 'HEAD' : data === undefined ? 'GET' : 'POST'),
    url,
    headers: { ...form, ...Object.fromEntries(header.map(fieldOf)) },
    body: data,
  };
};

/**
 * The parts of a shell that the guides use: variables, aliases, quotes and curl. `given` are variables that a guide
 * leaves to its reader; assignments to them are ignored.
 */
export const createShell = (given: Readonly<Record<string, string>>): Shell => {
  const variables = new Map<string, string>();
  const aliases = new Map<string, string>();

  const lookUp = (name: string): string => {
    const value = given[name] ?? variables.get(name);
    if (value === undefined) throw new Error(`$${name} is not set`);
    return value;
  };
  const expand = (text: string): string => text.replace(/\$(\w+)/g, (_, name: string) => lookUp(name));
  const unquote = (text: string): string =>
    text.replace(part, (whole, single?: string, double?: string) => single ?? expand(double ?? whole));

  return (line) => {
    const [, name = '', commands] = alias.exec(line) ?? [];
    const [, variable = '', value] = assignment.exec(line) ?? [];
    if (commands !== undefined) aliases.set(name, commands);
    else if (value !== undefined) variables.set(variable, unquote(value));
    else {
      const full = line.replace(/^\w+/, (program) => aliases.get(program) ?? program);
      const [program, ...args] = (full.match(word) ?? []).map(unquote);
      if (program !== 'curl') throw new Error(`This is neither curl nor an alias: ${line}`);
      return readCurl(args);
    }
    return undefined;
  };
};
