import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod';
import { playbackPublicKey } from '#functions/streaming/playback-address.ts';
import { ownSecret, PLAYBACK_PURPOSE, type Credentials } from '../aws/credentials.ts';

const LONGEST_S = 10 * 60;

const header = z.object({ alg: z.literal('ES384') });
const claims = z.object({
  'aws:channel-arn': z.string(),
  'aws:viewer-id': z.string().min(1).max(40).optional(),
  exp: z.int(),
});

/**
 * Checks what IVS's private channels need: a token, which is looked at when a playback starts and not after, unless its
 * viewer is revoked. Source: IVS User Guide, "Generate and Sign IVS Playback Tokens" and "Revoke IVS Viewer Sessions".
 */
export class PlaybackTokens {
  readonly #key: KeyObject;
  /** The viewers of tokens with which a playback has started. */
  readonly #started = new Map<string, string>();
  readonly #revoked = new Set<string>();

  constructor(credentials: Credentials) {
    this.#key = createPublicKey(playbackPublicKey(ownSecret(credentials, PLAYBACK_PURPOSE)));
  }

  mayPlay(channelArn: string, token: string | undefined, nowMs: number): boolean {
    if (token === undefined) return false;
    const viewer = this.#started.get(token) ?? this.#viewerOf(channelArn, token, nowMs);
    if (viewer === null || !viewer.startsWith(`${channelArn} `) || this.#revoked.has(viewer)) return false;
    this.#started.set(token, viewer);
    return true;
  }

  revoke(channelArn: string, viewerId: string): void {
    this.#revoked.add(`${channelArn} ${viewerId}`);
  }

  #viewerOf(channelArn: string, token: string, nowMs: number): string | null {
    const [head = '', body = '', signature = '', ...rest] = token.split('.');
    const key = { key: this.#key, dsaEncoding: 'ieee-p1363' } as const;
    const isSigned =
      rest.length === 0 &&
      verify('sha384', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
    if (!isSigned || !header.safeParse(partOf(head)).success) return null;
    const { data } = claims.safeParse(partOf(body));
    if (!data || data['aws:channel-arn'] !== channelArn) return null;
    const leftS = data.exp - nowMs / 1000;
    if (leftS <= 0 || (data['aws:viewer-id'] && leftS > LONGEST_S)) return null;
    return `${channelArn} ${data['aws:viewer-id'] ?? ''}`;
  }
}

function partOf(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return undefined;
  }
}
