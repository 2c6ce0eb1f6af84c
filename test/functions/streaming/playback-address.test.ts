import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { playbackAddresses, playbackPublicKey, viewersOf } from '#functions/streaming/playback-address.ts';

const SECRET = 'a secret of these tests';
const NOW_MS = Date.parse('2026-11-20T10:00:00.700Z');
const CHANNEL = {
  arn: 'arn:aws:ivs:eu-west-1:123456789012:channel/abcdABCDefgh',
  rtmpUrl: 'rtmps://a1.global-contribute.live-video.net:443/app/',
  playbackUrl: 'https://a1.eu-west-1.playback.live-video.net/api/video/v1/eu-west-1.1.channel.abcd.m3u8',
};
const addresses = playbackAddresses(SECRET);

/** What another library reads from a signed address with the public key that IVS has. */
async function claimsOf(address: string, secret = SECRET) {
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe(CHANNEL.playbackUrl);
  const key = createPublicKey(playbackPublicKey(secret));
  const options = { algorithms: ['ES384'], currentDate: new Date(NOW_MS) };
  const { payload, protectedHeader } = await jwtVerify(searchParams.get('token') ?? '', key, options);
  expect(protectedHeader).toEqual({ alg: 'ES384', typ: 'JWT' });
  return payload;
}

describe('a signed address of a playlist', () => {
  it('has the claims of IVS, for ten minutes and the viewers of one stream', async () => {
    expect(await claimsOf(addresses.forViewers(CHANNEL, 1_795_000_000_000, NOW_MS))).toEqual({
      'aws:channel-arn': CHANNEL.arn,
      'aws:viewer-id': 'live-1795000000000',
      exp: Math.floor(NOW_MS / 1000) + 600,
    });
  });

  it('for the owner stays valid when the viewers of a stream are revoked', async () => {
    const { 'aws:viewer-id': viewer } = await claimsOf(addresses.forOwner(CHANNEL, NOW_MS));
    expect(viewer).not.toBe(viewersOf(1));
  });

  it('is signed by a key that follows from the secret alone', async () => {
    const address = playbackAddresses('another secret').forOwner(CHANNEL, NOW_MS);
    await expect(claimsOf(address)).rejects.toThrow('signature verification failed');
    expect(await claimsOf(address, 'another secret')).toMatchObject({ 'aws:viewer-id': 'owner' });
  });

  it('has a key on P-384 in PEM, as IVS imports it, whatever the secret', () => {
    for (let secret = 0; secret < 40; secret++) {
      const pem = playbackPublicKey(`secret ${secret}`);
      expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
      const { kty, crv, x, y } = createPublicKey(pem).export({ format: 'jwk' });
      expect([kty, crv, x?.length, y?.length]).toEqual(['EC', 'P-384', 64, 64]);
    }
  });
});
