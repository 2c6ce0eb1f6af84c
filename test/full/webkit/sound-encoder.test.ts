/** WebKit's AAC encoder, whose delay is not a whole number of frames. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, expect, it } from 'vitest';
import type { EncodedSound } from '#test/support/browser/webkit/sound-encoder.page.ts';
import { useWebKit } from '#test/support/browser/webkit/webkit.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { findDelay } from '#web/features/browser-stream/direct/encode/encoder-delay.ts';

const PAGE = join(import.meta.dirname, '../../support/browser/webkit/sound-encoder.page.ts');

const world = useWorld();
const webkit = useWebKit(world);
afterAll(() => webkit.expectNoErrors());

/** Returns the header of a packet in an AAC file: AAC-LC, stereo (ISO 14496-3 §1.A.2.2). */
function adts(packet: readonly number[], rateIndex: number): number[] {
  const length = packet.length + 7;
  const sizes = [(1 << 6) | (rateIndex << 2), (2 << 6) | (length >> 11), (length >> 3) & 0xff];
  return [0xff, 0xf1, ...sizes, ((length & 7) << 5) | 0x1f, 0xfc, ...packet];
}

it.each([
  [48_000, 3],
  [44_100, 4],
])('at %i Hz, its sound keeps its position', async (sampleRate, rateIndex) => {
  await webkit.open(1280);
  await webkit.page.goto(`${world.site.url}/about`);
  const { output } = await build({
    input: PAGE,
    write: false,
    output: { format: 'iife', codeSplitting: false },
  });
  await webkit.page.run(output[0].code);
  const encoded: EncodedSound = await webkit.page.evaluate((rate) => encodeTestSound(rate), sampleRate);
  expect(encoded.delay).toBeGreaterThan(0);
  expect(encoded.starts).toEqual(encoded.starts.map((_, index) => index * 1024));
  const file = Uint8Array.from(encoded.packets.flatMap((packet) => adts(packet, rateIndex)));
  const args = `-loglevel error -f aac -i - -af pan=mono|c0=c0 -f f32le -`.split(' ');
  const { stdout } = spawnSync('ffmpeg', args, { input: file });
  expect(findDelay(new Float32Array(Uint8Array.from(stdout).buffer))).toBe(0);
});
