import { describe, expect, it } from 'vitest';
import { chunkKey } from '#functions/browser-stream/adapters/compatible/keys.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { ALL, endRun, expectWhole, without } from '#test/support/api/broadcast/camera-scenes.ts';
import { owned } from '#test/support/api/owned.ts';

const stage = useCameraStage();

describe('invalid chunks of a broadcast', () => {
  const refused = (run: CameraRun): string[] => run.reported.map(([, error]) => String(error));
  const storeInstead = async (run: CameraRun, seq: number, bytes: Uint8Array): Promise<void> => {
    await run.ports.chunks.put(owned(run.broadcast), seq, bytes);
    await run.settle();
  };
  const kept = async (run: CameraRun): Promise<number[]> =>
    (await run.ports.chunks.list(run.broadcast, 0)).map(({ seq }) => seq);
  /** Expects no effects of an invalid chunk. */
  const expectUnharmed = async (run: CameraRun): Promise<void> => {
    run.reported.splice(0);
    await run.stream(...without(0, 1));
    await endRun(run);
    await expectWhole(run);
    expect(run.reported).toEqual([]);
  };

  it.each([
    ['no WebM', () => new Uint8Array(40_000).fill(7), 'not part of a recording'],
    ['too large', () => new Uint8Array(4_000_001), 'too large'],
    ['another beginning', () => stage.chunks('keyframes-default')[0]!, 'begins another recording'],
    ['of later', () => stage.futureChunk(), 'of a time that has not come yet'],
  ])('are deleted: %s', async (_, bytes, words) => {
    const run = await stage.run();
    await run.stream(0, 1);
    await storeInstead(run, 2, bytes());
    expect(refused(run)).toEqual([expect.stringContaining(words)]);
    expect(await kept(run)).toEqual([0, 1]);
    expect(await run.find()).toMatchObject({ state: 'live' });
    await expectUnharmed(run);
  });

  it('are deleted: a first chunk without a header, which can be sent again', async () => {
    const run = await stage.run();
    await storeInstead(run, 0, run.bytes(3));
    expect(refused(run)).toEqual([expect.stringContaining('not a WebM file')]);
    expect(await kept(run)).toEqual([]);
    await run.stream(0, 1);
    await expectUnharmed(run);
  });

  it('are deleted: beyond the recorded number', async () => {
    const run = await stage.run();
    await run.stream(...ALL);
    await endRun(run);
    await storeInstead(run, 9, run.bytes(8));
    expect(refused(run)).toEqual([expect.stringContaining('fewer chunks')]);
    await expectWhole(run);
  });

  it('are deleted: long after the end', async () => {
    const run = await stage.run();
    await run.stream(0, 1, 2);
    await run.stop();
    await run.settle();
    run.nowMs += 30 * 3_600_000;
    await storeInstead(run, 3, run.bytes(3));
    expect(refused(run)).toEqual([expect.stringContaining('too late')]);
    await expectWhole(run, without(0, 1, 2));
  });

  it('change nothing when their event is repeated', async () => {
    const run = await stage.run();
    await run.stream(0, 1);
    await run.ports.chunks.put(owned(run.broadcast), 2, new Uint8Array(40_000).fill(7));
    const events = run.take();
    await run.deliver([...events, ...events]);
    expect(refused(run)).toHaveLength(1);
    await expectUnharmed(run);
  });

  it('are deleted: of an unknown broadcast or in another user’s folder', async () => {
    const run = await stage.run();
    await run.stream(0, 1);
    const { id, channelId } = run.broadcast;
    for (const key of [
      { id, channelId: 'SOMEBODY' },
      { id: 'NONE', channelId },
    ]) {
      await run.ports.chunks.put(owned(key), 2, run.bytes(2));
      const object = { key: chunkKey(key, 2), size: run.bytes(2).length };
      await run.handle({
        source: 'aws.s3',
        'detail-type': 'Object Created',
        resources: [],
        detail: { object },
      });
      expect(await run.ports.chunks.list(key, 0)).toEqual([]);
    }
    await expectUnharmed(run);
  });
});
