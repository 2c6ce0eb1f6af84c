import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { LOOP_S, type Sound } from '#demo/film/scene.ts';
import { passesOf, soundGraph } from '#demo/film/sound.ts';
import { estimateSpeed } from '#web/features/meter/signal/speed/speed.ts';
import { framesOf } from '#test/support/media/meter/meter-cases.ts';

const RATE_HZ = 8000;

/** As it is heard on the air: the loop again and again. */
function audible(sound: Sound): Float32Array {
  const args = [
    '-loglevel',
    'error',
    '-filter_complex',
    `${soundGraph(sound)};[sound]aloop=-1:${48_000 * LOOP_S}[all]`,
  ];
  const out = ['-map', '[all]', '-t', '16', '-f', 'f32le', '-ac', '1', '-ar', String(RATE_HZ), '-'];
  const bytes = execFileSync('ffmpeg', [...args, ...out], { maxBuffer: 1e8 });
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

describe('the sound of a fan of the demo', () => {
  it('shows its speed to the fan meter, as its picture shows it', () => {
    const [blades, turnsPerSecond] = [3, 2];
    const passesPerSecond = passesOf(blades * turnsPerSecond);
    const sound = audible({ noise: 'pink', lowpassHz: 700, passesPerSecond, swell: 0.12 });
    expect(estimateSpeed(framesOf(sound, RATE_HZ), blades)).toMatchObject({
      speed: { rpm: expect.closeTo((60 * passesPerSecond) / blades, -1) },
    });
  });

  it('is air noise only when the blades are too slow for a tone', () => {
    const sound = audible({ noise: 'brown', lowpassHz: 320, passesPerSecond: 3, swell: 0.35 });
    expect(estimateSpeed(framesOf(sound, RATE_HZ), 5)).toEqual({ whyNot: 'no-tones' });
  });
});
