import { createECDH, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { curveScalar, P_384 } from '#functions/base/curve-scalar.ts';
import { seconds } from '#functions/base/seconds.ts';
import type { IngestChannel } from './stream.ts';

/** The most that IVS allows where viewers can be revoked. A running playback goes on after it. */
const LIFE_MS = 10 * MINUTE_MS;
/** The tick signs again after this time, so that the address of a page that was just loaded is valid for minutes. */
export const RENEW_SIGNATURE_MS = 4 * MINUTE_MS;

/**
 * Signs the addresses of playlists at IVS, whose channels play by signed addresses alone: an encoder may be connected while
 * the channel is not live. Source: Amazon IVS User Guide, "Setting Up Private Channels".
 */
export interface PlaybackAddresses {
  /** For the viewers of the stream that began then. Valid for ten minutes. */
  forViewers(channel: IngestChannel, startedAtMs: number, nowMs: number): string;
  /** For the owner alone, also of a preview. */
  forOwner(channel: IngestChannel, nowMs: number): string;
}

/** The id of a stream's viewers, which is revoked at its end. */
export const viewersOf = (startedAtMs: number): string => `live-${startedAtMs}`;

export const playbackAddresses = (secret: string): PlaybackAddresses => ({
  forViewers: (channel, startedAtMs, nowMs) => signed(secret, channel, viewersOf(startedAtMs), nowMs),
  forOwner: (channel, nowMs) => signed(secret, channel, 'owner', nowMs),
});

function signed(
  secret: string,
  { arn, playbackUrl }: IngestChannel,
  viewerId: string,
  nowMs: number,
): string {
  const claims = { 'aws:channel-arn': arn, 'aws:viewer-id': viewerId, exp: seconds(nowMs + LIFE_MS) };
  const text = [{ alg: 'ES384', typ: 'JWT' }, claims].map(encoded).join('.');
  const key = playbackKey(secret);
  const signature = sign('sha384', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${playbackUrl}?token=${text}.${signature.toString('base64url')}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const keys = new Map<string, KeyObject>();

function playbackKey(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const scalar = curveScalar(secret, 'streaming: playback', P_384);
  const curve = createECDH('secp384r1');
  curve.setPrivateKey(scalar, 'hex');
  const point = curve.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + P_384.bytes).toString('base64url');
  const [x, y] = [coordinate(1), coordinate(1 + P_384.bytes)];
  const d = Buffer.from(scalar, 'hex').toString('base64url');
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-384', x, y, d } });
  keys.set(secret, key);
  return key;
}

/** The public key that IVS checks the addresses with, in PEM. */
export const playbackPublicKey = (secret: string): string =>
  createPublicKey(playbackKey(secret)).export({ type: 'spki', format: 'pem' }).toString();
