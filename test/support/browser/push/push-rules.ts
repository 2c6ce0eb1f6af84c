/** What a push service may reject in a push (RFC 8030, RFC 8292), checked with Node's cryptography. */
import { createPublicKey, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface SentPush {
  /** Encrypted (RFC 8188). */
  readonly body: Buffer;
  readonly ttlS: number;
  readonly topic: string | undefined;
}

/** Reads a push for a browser that subscribed with this key. Throws the violated rule. */
export async function readPush(request: IncomingMessage, applicationServerKey: string): Promise<SentPush> {
  const { method, headers } = request;
  expectThat(method === 'POST', 'a push is a POST');
  const ttl = headers['ttl'];
  expectThat(typeof ttl === 'string' && /^\d+$/.test(ttl), 'RFC 8030 §5.2: TTL is missing');
  const topic = headers['topic'] as string | undefined;
  expectThat(topic === undefined || /^[\w-]{1,32}$/.test(topic), 'RFC 8030 §5.4: Topic');
  expectVapid(headers.authorization ?? '', `http://${headers.host}`, applicationServerKey);
  expectThat(headers['content-encoding'] === 'aes128gcm', 'RFC 8291 §4: aes128gcm');
  const body = await buffer(request);
  expectThat(body.length <= 4096, 'RFC 8030 §7.2: too large');
  return { body, ttlS: Number(ttl), topic };
}

/** RFC 8292 §2 to §4: an ES256 token for this service, valid for at most a day, signed with the browser's key. */
function expectVapid(authorization: string, origin: string, known: string): void {
  const { t = '', k = '' } = Object.fromEntries(
    authorization
      .replace(/^vapid /, '')
      .split(/, ?/)
      .map((part) => part.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>;
  expectThat(k === known, 'RFC 8292 §4.2: another key than the subscription’s');
  const [header = '', claims = '', signature = ''] = t.split('.');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    signed,
    Buffer.from(signature, 'base64url'),
  );
  expectThat(isSigned, 'RFC 8292 §2: the signature is wrong');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  expectThat(aud === origin, `RFC 8292 §2: aud is ${String(aud)}`);
  const leftS = Number(exp) - Date.now() / 1000;
  expectThat(leftS > 0 && leftS <= 24 * 60 * 60, 'RFC 8292 §2: exp');
  expectThat(/^(mailto:.+@.+|https:\/\/.+)/.test(String(sub)), 'RFC 8292 §2.1: sub');
}

export function expectThat(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Error(rule);
}
