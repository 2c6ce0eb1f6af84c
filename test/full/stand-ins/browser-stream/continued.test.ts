import { describe, expect, it } from 'vitest';
import type { ResumedBrowserStream } from '#shared/live/browser-stream.ts';
import { resumeBroadcast } from '#functions/browser-stream/lifecycle/interruption.service.ts';
import { interruptionsRepository } from '#functions/browser-stream/table/interruptions.repository.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { owned } from '#test/support/api/owned.ts';
import { knownCountersOf } from '#test/support/media/joined-media.ts';
import { visibleFile } from '#test/support/media/recorded-stream.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const RECORDING = '1b8c1a3e-6c3f-4b6c-9b5e-3c1f6f0c2a11';
const CHUNK_MS = 2000;
const AWAY_MS = 5000;

const stage = useCameraStage();
const second = () => stage.chunks('keyframes-default');

/** Another page continues the broadcast after `recorded` chunks of the first one. */
function resume(run: CameraRun, recorded: number): Promise<ResumedBrowserStream> {
  const deps = { ...run.ports, interruptions: interruptionsRepository(stage.table) };
  const { id: streamId, channelId } = run.broadcast;
  return resumeBroadcast(deps, channelId, { streamId, recording_id: RECORDING, recorded });
}

/** Stores the second page's chunks, each at its time. */
async function streamSecond(run: CameraRun, { next_seq, from_s }: ResumedBrowserStream): Promise<void> {
  for (const [index, bytes] of second().entries()) {
    const recordedMs = from_s * 1000 + (index + 1) * CHUNK_MS;
    run.nowMs = Math.max(run.nowMs, run.broadcast.startedAtMs + recordedMs);
    await run.parts.ports.chunks.put(owned(run.broadcast), next_seq + index, bytes);
    await run.settle();
  }
}

const changesOf = (counters: readonly number[]): number[] =>
  counters.filter((counter, index) => counter !== counters[index - 1]);

const countersOf = async (chunks: readonly Uint8Array[], lost: readonly number[] = []): Promise<number[]> =>
  changesOf(await knownCountersOf(await visibleFile(newFolder(), chunks, new Set(lost))));

describe('a compatible broadcast that another page continues', () => {
  it('has both recordings live and in its replay, with one discontinuity between them', async () => {
    const run = await stage.run('keyframes-1s', { recordingId: RECORDING });
    await run.stream(0, 1, 2, 3, 4);
    run.nowMs += AWAY_MS;
    const resumed = await resume(run, 5);
    expect(resumed).toMatchObject({ session: 1, next_seq: 5, from_s: (5 * CHUNK_MS + AWAY_MS) / 1000 });
    await streamSecond(run, resumed);
    const live = run.playlist().segments;
    const breaks = live.map(({ discontinuity }) => discontinuity);
    expect([breaks[0], breaks.at(-1)]).toEqual([0, 1]);
    const [before, after] = [breaks.lastIndexOf(0), breaks.indexOf(1)].map((index) => live[index]!);
    const gapMs = Date.parse(after!.date!) - Date.parse(before!.date!) - before!.durationS * 1000;
    expect(gapMs).toBeGreaterThan(AWAY_MS);
    expect(gapMs).toBeLessThan(AWAY_MS + 2 * CHUNK_MS);
    await run.stop(5 + second().length);
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { chunks: 5 + second().length } });
    const { segments } = await run.replay();
    expect(segments.at(-1)?.discontinuity).toBe(1);
    const first = await countersOf(stage.chunks('keyframes-1s'), [5, 6, 7, 8]);
    expect(changesOf(await knownCountersOf(await run.replayFile()))).toEqual([
      ...first,
      ...(await countersOf(second())),
    ]);
    expect(run.reported).toEqual([]);
  });

  it('accepts a late chunk of the previous page, and has it in its replay', async () => {
    const run = await stage.run('keyframes-1s', { recordingId: RECORDING });
    await run.stream(0, 1, 2);
    run.nowMs += CHUNK_MS;
    await streamSecond(run, await resume(run, 4));
    const count = 4 + second().length;
    await run.stop(count);
    await run.settle();
    expect(await run.find()).toMatchObject({ replay: { chunks: count - 1 } });
    await run.stream(3);
    await run.tick();
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { chunks: count } });
    const first = await countersOf(stage.chunks('keyframes-1s'), [4, 5, 6, 7, 8]);
    expect(changesOf(await knownCountersOf(await run.replayFile()))).toEqual([
      ...first,
      ...(await countersOf(second())),
    ]);
    expect(run.reported).toEqual([]);
  });

  it('loses no chunk whose event was replaced by the tick', async () => {
    const run = await stage.run('keyframes-1s', { recordingId: RECORDING });
    await run.stream(0, 1);
    const { next_seq } = await resume(run, 2);
    run.nowMs += CHUNK_MS;
    await run.parts.ports.chunks.put(owned(run.broadcast), next_seq, second()[0]!);
    run.take();
    // The tick may have read the broadcast before the page continued it.
    const { findActive } = run.ports.broadcasts;
    const stale = async function* (ids: readonly string[]) {
      for await (const { recordings: _, ...broadcast } of findActive(ids)) yield broadcast;
    };
    run.ports = { ...run.ports, broadcasts: { ...run.ports.broadcasts, findActive: stale } };
    await run.tick(CHUNK_MS);
    expect(await run.ports.broadcasts.listChunks(run.broadcast.id, next_seq)).toMatchObject([
      { seq: next_seq, recording: { fromSeq: next_seq } },
    ]);
    expect(run.reported).toEqual([]);
  });
});
