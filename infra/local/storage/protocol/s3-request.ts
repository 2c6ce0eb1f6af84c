import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../../aws/aws-error.ts';

export const MAX_KEY_BYTES = 1024;

/** A request to S3, path-style: `/bucket/key`. */
export interface S3Request {
  readonly id: string;
  readonly method: string;
  /** Decoded, as are bucket, key and query. */
  readonly path: string;
  /** Empty for the list of buckets. */
  readonly bucket: string;
  /** Empty for requests about the bucket itself. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /** By lower-case name; non-ASCII bytes as Latin-1. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
  /** Streams the body; can be called once. Sends `100 Continue` to a client that waits for it. */
  body(): AsyncIterable<Buffer>;
}

/** Throws `KeyTooLongError`. */
export function requireFittingKey(key: string): void {
  const sizeBytes = Buffer.byteLength(key);
  if (sizeBytes <= MAX_KEY_BYTES) return;
  throw new AwsError('KeyTooLongError', 'Your key is too long', 400, {
    Size: String(sizeBytes),
    MaxSizeAllowed: String(MAX_KEY_BYTES),
  });
}

/** A response: its body is XML, or an object's bytes. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | AsyncIterable<Buffer>;
  /** Called when the response was sent or has failed. */
  readonly release?: () => void;
}

/** Throws `InvalidURI` if the address is not percent-encoded UTF-8. */
export function readRequest(
  message: IncomingMessage,
  response: ServerResponse,
  { expectsContinue }: { readonly expectsContinue: boolean },
): S3Request {
  const [rawPath = '', ...rawQuery] = (message.url ?? '').split('?');
  const path = decode(rawPath);
  const slash = path.indexOf('/', 1);
  return {
    id: randomBytes(8).toString('hex').toUpperCase(),
    method: message.method ?? 'GET',
    path,
    bucket: path.slice(1, slash === -1 ? undefined : slash),
    key: slash === -1 ? '' : path.slice(slash + 1),
    query: readQuery(rawQuery.join('?')),
    headers: readHeaders(message),
    sourceIp: message.socket.remoteAddress ?? '',
    body: () => {
      if (expectsContinue) response.writeContinue();
      // The connection stays open, so that an error during the upload reaches the client.
      return message.iterator({ destroyOnReturn: false });
    },
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw Object.assign(new AwsError('InvalidURI', "Couldn't parse the specified URI."), { cause });
  }
}

function readQuery(text: string): Map<string, string> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
      return [decode(name), decode(value.join('='))];
    }),
  );
}

const readHeaders = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, [value ?? ''].flat().join(',')]),
  );
