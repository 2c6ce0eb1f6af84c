import { expect, it } from 'vitest';
import { SoundTrack } from '#web/features/browser-stream/direct/recording/sound-track.ts';

const RATE = 48_000;
const BLOCK_SAMPLES = 480;

it('the recording’s sound ends at finish, and later sound is ignored', async () => {
  let given = 0;
  let isClosed = false;
  const encode = (samples: Float32Array) => {
    expect(isClosed).toBe(false);
    given += samples.length / 2;
  };
  const finish = async () => {
    isClosed = true;
  };
  const sound = new SoundTrack(RATE, { encode, jump: () => {}, finish });
  const take = (block: number) => sound.take(new Float32Array(BLOCK_SAMPLES * 2), block * 10);
  for (let block = 0; block < 50; block += 1) take(block);
  sound.begin(0);
  await sound.finish(600);
  take(60);
  sound.idle(5000);
  expect(given).toBe((600 * RATE) / 1000);
});
