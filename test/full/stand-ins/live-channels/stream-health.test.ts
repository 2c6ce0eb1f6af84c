import { describe, expect, it, onTestFinished } from 'vitest';
import { startEncoder } from '#test/support/media/encoder.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const site = await localApi({ ivs: true });

const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} };

const healthOf = async ({ token }: TestUser) =>
  expectSuccess('GET /stream-health', await site.api('GET', '/stream-health', { token }));

async function goLive(user: TestUser) {
  const body = { title: 'A fan', game: 'Box Fans' };
  return expectSuccess(
    'POST /streaming/start',
    await site.api('POST', '/streaming/start', { ...user, body }),
  );
}

/** Streams like OBS until the test ends. Resolves when the site knows that it receives. */
async function encode(user: TestUser, options: Parameters<typeof startEncoder>[1]) {
  const { rtmp_url, stream_key } = await goLive(user);
  const encoder = startEncoder(`${rtmp_url}${stream_key}`, options);
  onTestFinished(async () => void (await encoder.stop()));
  await expect
    .poll(async () => {
      // Events are best effort, so the tick reads the state from IVS.
      await site.deliver(TICK);
      return (await healthOf(user)).receiving_since;
    })
    .not.toBeNull();
}

describe('the health of a broadcast', () => {
  it('shows the encoder’s settings and the received data', async () => {
    const user = await site.aUser();
    await encode(user, { keyframeEvery: 120, bitsPerSecond: 600_000 });
    await expect
      .poll(async () => (await healthOf(user)).arriving?.keyframe_interval_s ?? 0, { timeout: 30_000 })
      .toBeCloseTo(4, 1);
    const { said, arriving, rates, pieces } = await healthOf(user);
    expect(said).toMatchObject({
      encoder: expect.stringMatching(/^Lavf/),
      video_codec: 'avc',
      width: 640,
      height: 360,
      frames_per_second: 30,
      // ffmpeg counts 1,024 bits per kilobit.
      video_bits_per_second: 585_938,
      audio_codec: 'aac',
    });
    expect(arriving?.frames_per_second).toBeGreaterThan(20);
    expect(arriving?.video_bits_per_second).toBeGreaterThan(300_000);
    expect(arriving?.video_bits_per_second).toBeLessThan(1_200_000);
    expect(arriving?.audio_bits_per_second).toBeGreaterThan(20_000);
    expect(rates.length).toBeGreaterThan(0);
    expect(pieces).toBeNull();
  });

  it('shows missing sound', async () => {
    const user = await site.aUser();
    await encode(user, { sound: false });
    await expect.poll(async () => (await healthOf(user)).arriving?.audio_bits_per_second).toBe(0);
    expect((await healthOf(user)).said?.audio_codec).toBeNull();
  });
});
