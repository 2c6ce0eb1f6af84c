import { SignJWT, importJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { playbackAddresses } from '#functions/streaming/playback-address.ts';
import { ownSecret, PLAYBACK_PURPOSE } from '#infra/local/aws/credentials.ts';
import { PlaybackTokens } from '#infra/local/live-channels/playback-tokens.ts';

const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
const ARN = 'arn:aws:ivs:us-east-1:000000000000:channel/abcdABCDefgh';
const OTHER = 'arn:aws:ivs:us-east-1:000000000000:channel/zzzzZZZZzzzz';
const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
const MINUTE_MS = 60_000;

const addresses = playbackAddresses(ownSecret(credentials, PLAYBACK_PURPOSE));
const channel = { arn: ARN, rtmpUrl: '', playbackUrl: 'http://localhost/index.m3u8' };
const tokenIn = (address: string) => new URL(address).searchParams.get('token')!;
const viewers = () => tokenIn(addresses.forViewers(channel, 1, NOW_MS));
const owner = () => tokenIn(addresses.forOwner(channel, NOW_MS));

describe('the playlist of a private channel', () => {
  it('needs a token of its own', () => {
    const tokens = new PlaybackTokens(credentials);
    expect(tokens.mayPlay(ARN, undefined, NOW_MS)).toBe(false);
    expect(tokens.mayPlay(OTHER, viewers(), NOW_MS)).toBe(false);
    expect(tokens.mayPlay(ARN, viewers(), NOW_MS)).toBe(true);
    const started = viewers();
    expect(tokens.mayPlay(ARN, started, NOW_MS)).toBe(true);
    expect(tokens.mayPlay(OTHER, started, NOW_MS)).toBe(false);
  });

  it('goes on after the token has ended, but does not start', () => {
    const tokens = new PlaybackTokens(credentials);
    const [started, later] = [viewers(), viewers()];
    expect(tokens.mayPlay(ARN, started, NOW_MS)).toBe(true);
    expect(tokens.mayPlay(ARN, started, NOW_MS + 60 * MINUTE_MS)).toBe(true);
    expect(tokens.mayPlay(ARN, later, NOW_MS + 10 * MINUTE_MS)).toBe(false);
  });

  it('ends for revoked viewers alone', () => {
    const tokens = new PlaybackTokens(credentials);
    const [started, later, own] = [viewers(), viewers(), owner()];
    expect(tokens.mayPlay(ARN, started, NOW_MS)).toBe(true);
    tokens.revoke(ARN, 'live-1');
    expect([started, later, own].map((token) => tokens.mayPlay(ARN, token, NOW_MS))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', `${'e30.'.repeat(3)}e30`])('refuses %j', (token) => {
    expect(new PlaybackTokens(credentials).mayPlay(ARN, token, NOW_MS)).toBe(false);
  });

  it('refuses what another key has signed, another algorithm, and a life of more than ten minutes', async () => {
    const tokens = new PlaybackTokens(credentials);
    const claims = { 'aws:channel-arn': ARN, 'aws:viewer-id': 'x', exp: NOW_MS / 1000 + 60 };
    const foreign = await generateKeyPair('ES384');
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: 'ES384' }).sign(foreign.privateKey);
    const secret = await importJWK(
      { kty: 'oct', k: 'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' },
      'HS384',
    );
    const hmac = await new SignJWT(claims).setProtectedHeader({ alg: 'HS384' }).sign(secret);
    const long = tokenIn(addresses.forOwner(channel, NOW_MS + MINUTE_MS));
    for (const token of [signed, hmac, long]) expect(tokens.mayPlay(ARN, token, NOW_MS)).toBe(false);
  });
});
