import { encodePath } from '../../aws/signature.ts';
import { invalidArgument } from './s3-errors.ts';

type Query = ReadonlyMap<string, string>;

const MAX_PAGE = 1000;

/** Returns a count from the query: at most a page of 1000, which is also the default. */
export function readCount(query: Query, name: string): number {
  const text = query.get(name);
  if (text === undefined || text === '') return MAX_PAGE;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > 2 ** 31 - 1) {
    throw invalidArgument(`Argument ${name} must be an integer between 0 and 2147483647`, name, text);
  }
  return Math.min(count, MAX_PAGE);
}

/** Returns how keys are written in a list: unchanged, or (`encoding-type=url`) form-encoded except for slashes. */
export function readEncoding(query: Query): (key: string) => string {
  const type = query.get('encoding-type');
  if (type === undefined) return (key) => key;
  if (type === 'url') return (key) => encodePath(key).replaceAll('%20', '+');
  throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', type);
}
