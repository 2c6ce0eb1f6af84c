import { describe, expect, it, onTestFinished } from 'vitest';
import { expectWhole, jumps } from '#test/support/api/broadcast/camera-scenes.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { WorstCaseBroadcast } from '#test/support/api/broadcast/worst-case-broadcast.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { soundErrors, type SoundErrors } from '#test/support/media/sound/sound-errors.ts';

const stage = useCameraStage();

/** The seed with which the second window's job takes a minute, and all others at most 5 s. */
const ONE_IS_LATE = 257;
/** Seeds with these slow windows: the first; the third and the fifth; the first and the fourth; and random ones. */
const MORE = [319, 758, 1092, ...Array.from({ length: 12 }, (_, seed) => seed)];
/** Windows in flight before the usual duration of jobs is queried. */
const USUAL_IN_FLIGHT = 12;

async function broadcast(seed: number): Promise<WorstCaseBroadcast> {
  const worst = await WorstCaseBroadcast.on(stage, 'keyframes-1s', seed);
  onTestFinished(() => worst.close());
  await worst.play();
  return worst;
}

async function soundOf({ run }: WorstCaseBroadcast): Promise<SoundErrors> {
  const { segments } = await run.replay();
  return soundErrors(run.recordedFile(), await run.replayFile(), segments);
}

/**
 * Expects that its playlists were valid at each check (`CameraRun.inspect`), and that its replay has every frame and
 * sample once.
 */
async function expectUnharmed(worst: WorstCaseBroadcast): Promise<void> {
  const { run } = worst;
  await expectWhole(run);
  expect(run.playlist().isEnded).toBe(true);
  expect((await run.replay()).segments.at(-1)?.discontinuity).toBe(0);
  const { lag, atSeams, between } = await soundOf(worst);
  expect(lag).toBe(0);
  expect(Math.max(...atSeams)).toBeLessThan(Math.max(0.06, ...between));
}

describe('a broadcast with MediaConvert at its worst', () => {
  it('continues live without a slow window, and is complete in its replay', async () => {
    const worst = await broadcast(ONE_IS_LATE);
    await expectUnharmed(worst);
    expect(jumps(worst.run)).toBe(1);
    // No upload had to wait.
    expect(worst.mostInFlight).toBeLessThan(USUAL_IN_FLIGHT);
    // GetJob never responded.
    expect(worst.failures).toEqual([]);
    expect(worst.run.reported.filter(([step]) => step !== 'browser-stream.ask')).toEqual([]);
    expect(worst.asked).toBeLessThanOrEqual(worst.ticks);
  }, 120_000);

  it.runIf(isSoak).each(MORE)(
    'is complete in its replay for slow jobs with seed %i',
    async (seed) => {
      await expectUnharmed(await broadcast(seed));
    },
    120_000,
  );
});
