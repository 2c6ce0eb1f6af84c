/** Signature Version 4: what all stand-ins that check signatures share. */
import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** AWS refuses requests whose date differs by more than this. */
export const MAX_CLOCK_SKEW_MS = 15 * 60_000;

/** What a signing key may sign. */
export interface CredentialScope {
  /** For example `20261120`. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export interface Canonical {
  readonly method: string;
  /** Encoded as the service expects it: S3 encodes the path once, all others twice. */
  readonly path: string;
  /** Decoded, without the signature. */
  readonly query: Iterable<readonly [name: string, value: string]>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signedHeaders: readonly string[];
  /** In hex, or one of S3's keywords. */
  readonly payloadHash: string;
}

export const scopeText = ({ date, region, service }: CredentialScope): string =>
  `${date}/${region}/${service}/aws4_request`;

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data);

/** Parses `…/20261120/us-east-1/s3/aws4_request`. Returns `undefined` for other formats. */
export function parseCredential(
  text: string,
): { readonly accessKeyId: string; readonly scope: CredentialScope } | undefined {
  const parts = /^([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(text);
  if (!parts) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = ''] = parts;
  return { accessKeyId, scope: { date, region, service } };
}

/** Encodes all characters but the unreserved ones of RFC 3986. */
const encodeText = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const encodePath = (path: string): string => path.split('/').map(encodeText).join('/');

export function canonicalRequest({ method, path, query, headers, ...rest }: Canonical): string {
  // Sorted by name, then by value: NUL sorts before all characters of names, and is in no name.
  const pairs = Array.from(query, ([name, value]) => `${encodeText(name)}\0${encodeText(value)}`);
  const sorted = pairs.toSorted().map((pair) => pair.replace('\0', '='));
  const lines = rest.signedHeaders.map((name) => `${name}:${canonicalHeader(headers[name] ?? '')}\n`);
  return [
    method,
    path,
    sorted.join('&'),
    lines.join(''),
    rest.signedHeaders.join(';'),
    rest.payloadHash,
  ].join('\n');
}

/** Clients sign text; Node returns its bytes as Latin-1. */
function canonicalHeader(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return (text.includes('\uFFFD') ? value : text).trim().replace(/\s+/g, ' ');
}

export const stringToSign = (canonical: string, amzDate: string, scope: CredentialScope): string =>
  [ALGORITHM, amzDate, scopeText(scope), sha256Hex(canonical)].join('\n');

/** Signing keys by day. Cached as key objects, because Node takes six times as long to sign with bytes. */
const signingKeys = new Map<string, KeyObject>();
const MAX_SIGNING_KEYS = 100;

export function signingKey(secretAccessKey: string, scope: CredentialScope): KeyObject {
  const name = `${secretAccessKey}/${scopeText(scope)}`;
  const key = signingKeys.get(name) ?? makeSigningKey(secretAccessKey, scope);
  if (signingKeys.size >= MAX_SIGNING_KEYS) signingKeys.clear();
  signingKeys.set(name, key);
  return key;
}

function makeSigningKey(secretAccessKey: string, { date, region, service }: CredentialScope): KeyObject {
  const steps = [date, region, service, 'aws4_request'];
  return createSecretKey(
    steps.reduce<Buffer>(
      (key, step) => createHmac('sha256', key).update(step).digest(),
      Buffer.from(`AWS4${secretAccessKey}`),
    ),
  );
}

export const signText = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Compares in constant time. */
export const sameSignature = (expected: string, given: string): boolean =>
  expected.length === Buffer.byteLength(given) && timingSafeEqual(Buffer.from(expected), Buffer.from(given));

/** Parses `20261120T095103Z`, the basic format of ISO 8601, to ms. Returns `undefined` for other formats. */
export function parseAmzDate(value: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value ?? '');
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const timeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
