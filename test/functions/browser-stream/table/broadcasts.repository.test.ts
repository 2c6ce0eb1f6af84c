import { describe, expect, it } from 'vitest';
import {
  livePlaylistUrl,
  liveWindowId,
  repairWindowId,
  type Broadcast,
} from '#functions/browser-stream/broadcast.ts';
import {
  broadcastsRepository,
  type BroadcastsRepository,
} from '#functions/browser-stream/table/broadcasts.repository.ts';
import { MAX_CLAIMED_WINDOWS } from '#functions/browser-stream/table/jobs.repository.ts';
import { broadcastPartition } from '#functions/browser-stream/table/broadcast.item.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import { segmentRow } from '#test/support/api/broadcast/segment-rows.ts';
import { EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';
import { requireFound } from '#functions/base/errors.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { channelKey, countKey } from '#functions/channels/channel.item.ts';
import { showLiveRecording } from '#functions/channels/table/live-channels.repository.ts';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { aBroadcast, jobsOf, MANY_SLOTS, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { owned } from '#test/support/api/owned.ts';

const site = await localApi();
const broadcasts = broadcastsRepository(site.table);

const aChannel = async (): Promise<string> => (await seedChannels(site.table, 1))[0]!.id;
const channelOf = (id: string) => channelsRepository(site.table).findCurrent(id);

async function started(change: Partial<Broadcast> = {}): Promise<Broadcast> {
  const broadcast = aBroadcast(await aChannel(), change);
  await broadcasts.start(broadcast, MANY_SLOTS);
  return broadcast;
}

const activeIds = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of broadcasts.findActive(await broadcasts.listActive())) ids.push(id);
  return ids;
};

async function liveChannels(): Promise<number> {
  const get = new GetCommand({ TableName: site.table.TableName, Key: countKey, ConsistentRead: true });
  return Number((await site.table.client.send(get)).Item?.['live'] ?? 0);
}

const itemsOf = (id: string) =>
  queryAll<{ readonly sk: string; readonly gsi1pk?: string }>(site.table, {
    KeyConditionExpression: 'pk = :broadcast',
    ExpressionAttributeValues: { ':broadcast': broadcastPartition(id) },
  });

const CHUNK = { sizeBytes: 600_000, arrivedAtMs: 5000 };
const FRESH = { timeline: EMPTY_TIMELINE, isEnd: false };
const STREAMER = { atMs: 9000, by: 'streamer' } as const;

describe('starting a broadcast', () => {
  it('sets its channel live, and the broadcast is found by id and as the latest', async () => {
    const before = await liveChannels();
    const broadcast = await started({ recordingId: 'f5f5bd4e-6c3f-4b6c-9b5e-3c1f6f0c2a11' });
    expect(await broadcasts.find(broadcast.id)).toEqual({ ...broadcast, storedChunks: 0 });
    expect(await broadcasts.findLatest(broadcast.channelId)).toMatchObject({ id: broadcast.id });
    expect(await channelOf(broadcast.channelId)).toMatchObject({
      is_live: true,
      ingest: 'waiting',
      title: 'My ceiling fan',
      game: 'Ceiling Fans',
      video_url: `/api/browser-stream/${broadcast.id}/live.m3u8`,
    });
    expect(await liveChannels()).toBe(before + 1);
    expect(await activeIds()).toContain(broadcast.id);
  });

  it('is refused while the channel is live, and only one of two at once succeeds', async () => {
    const channelId = await aChannel();
    const start = () => {
      const broadcast = aBroadcast(channelId);
      return broadcasts.start(broadcast, MANY_SLOTS);
    };
    const both = await Promise.allSettled([start(), start()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(start()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused above the daily limit, and allowed the next day', async () => {
    const channelId = await aChannel();
    const begin = async (startedAtMs: number) => {
      const broadcast = aBroadcast(channelId, { startedAtMs });
      await broadcasts.start(broadcast, 2);
      await broadcasts.end(broadcast, STREAMER);
    };
    const [today, tomorrow] = [Date.parse('2026-05-01T23:59:59Z'), Date.parse('2026-05-02T00:00:00Z')];
    await begin(today);
    await begin(today);
    await expect(begin(today)).rejects.toMatchObject({ code: 'too_many_requests' });
    await begin(tomorrow);
  });

  it('is refused without a channel', async () => {
    const broadcast = aBroadcast('0'.repeat(26));
    const start = broadcasts.start(broadcast, MANY_SLOTS);
    await expect(start).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the slot of a broadcast that needs jobs', () => {
  const MS = 1000;

  it('is taken by a chunk, not by the start, and freed after half a minute without one', async () => {
    const nowMs = Date.now();
    const before = await broadcasts.countActive(nowMs);
    const broadcast = await started();
    expect(await broadcasts.countActive(nowMs)).toBe(before);
    await broadcasts.renewSlot(broadcast.id, nowMs);
    await broadcasts.renewSlot(broadcast.id, nowMs + MS);
    expect(await broadcasts.countActive(nowMs + 30 * MS)).toBe(before + 1);
    expect(await broadcasts.countActive(nowMs + 31 * MS)).toBe(before);
    await broadcasts.renewSlot(broadcast.id, nowMs + 40 * MS);
    expect(await broadcasts.countActive(nowMs + 41 * MS)).toBe(before + 1);
    await broadcasts.end(broadcast, STREAMER);
  });
});

describe('ending a broadcast', () => {
  it('takes its channel offline once', async () => {
    const broadcast = await started();
    const nowMs = Date.now();
    const [active, live] = [await broadcasts.countActive(nowMs), await liveChannels()];
    await broadcasts.renewSlot(broadcast.id, nowMs);
    expect(await broadcasts.countActive(nowMs)).toBe(active + 1);
    const twice = await Promise.all(
      [1, 2].map(() => broadcasts.end(broadcast, { ...STREAMER, chunkCount: 7 })),
    );
    expect(twice.toSorted()).toEqual([false, true]);
    expect(await broadcasts.find(broadcast.id)).toMatchObject({
      state: 'finishing',
      end: { atMs: 9000, by: 'streamer', chunkCount: 7 },
    });
    expect(await channelOf(broadcast.channelId)).toMatchObject({
      is_live: false,
      video_url: '',
      ingest: null,
    });
    expect(await broadcasts.countActive(nowMs)).toBe(active);
    expect(await liveChannels()).toBe(live - 1);
  });

  it('leaves a channel alone that shows something else', async () => {
    const first = await started();
    await broadcasts.end(first, STREAMER);
    const second = aBroadcast(first.channelId);
    await broadcasts.start(second, MANY_SLOTS);
    expect(await broadcasts.end(first, STREAMER)).toBe(false);
    await broadcasts.setReceiving(first);
    expect(await channelOf(first.channelId)).toMatchObject({ is_live: true, ingest: 'waiting' });
    await broadcasts.setReceiving(second);
    expect(await channelOf(first.channelId)).toMatchObject({ ingest: 'receiving' });
  });

  it('counts changes of its ingest and recording as versions, by which pages know the latest state', async () => {
    const broadcast = await started();
    const { channelId } = broadcast;
    const version = async () => {
      const read = new GetCommand({ TableName: site.table.TableName, Key: channelKey(channelId) });
      return Number((await site.table.client.send(read)).Item?.['version']);
    };
    const before = await version();
    await broadcasts.setReceiving(broadcast);
    expect(await version()).toBe(before + 1);
    await broadcasts.setReceiving(broadcast);
    expect(await version()).toBe(before + 1);
    await showLiveRecording(site.table, {
      channelId,
      videoUrl: livePlaylistUrl(broadcast.id),
      pictureUrl: '/p.jpg',
      recordingUrl: '/r.m3u8',
      startedAtMs: 1,
    });
    expect(await version()).toBe(before + 2);
    await broadcasts.end(broadcast, STREAMER);
    expect(await version()).toBe(before + 3);
  });

  it('keeps its latest picture, and accepts none of another broadcast or after the end', async () => {
    const first = await started();
    const second = aBroadcast(first.channelId);
    const live = async () => (await channelOf(first.channelId))?.live_thumbnail_url;
    await broadcasts.setReceiving(first);
    for (const picture of ['/a-000002.jpg', '/a-000004.jpg', '/a-000002.jpg'])
      await broadcasts.showPicture(first, picture);
    await broadcasts.showPicture(second, '/z-000001.jpg');
    expect(await live()).toBe('/a-000004.jpg');
    await broadcasts.end(first, STREAMER);
    await broadcasts.showPicture(first, '/a-000006.jpg');
    expect(await live()).toBe('');
    await broadcasts.start(second, MANY_SLOTS);
    await broadcasts.setReceiving(second);
    expect(await live()).toBe('');
  });

  it('raises the number of recorded chunks and never lowers it', async () => {
    const broadcast = await started();
    await broadcasts.setChunkCount(owned(broadcast), 5);
    expect((await broadcasts.find(broadcast.id))?.end).toBeUndefined();
    await broadcasts.end(broadcast, STREAMER);
    for (const count of [9, 4]) await broadcasts.setChunkCount(owned(broadcast), count);
    expect((await broadcasts.find(broadcast.id))?.end).toEqual({ ...STREAMER, chunkCount: 9 });
  });
});

describe('the index of active broadcasts', () => {
  /** A partition of an index takes 1,000 units a second, and all active broadcasts share one. */
  it('is not written to by segments, chunks and checkpoints', async () => {
    const broadcast = await started({ way: 'direct' });
    const { id } = broadcast;
    const before = await itemsOf(id);
    await broadcasts.addSegment(id, segmentRow(0), () => 5000, { targetDurationS: 1 });
    await broadcasts.addChunk(id, { ...CHUNK, seq: 0 });
    await broadcasts.setWindowMs(id, 6000);
    const after = await itemsOf(id);
    expect(after.filter(({ gsi1pk }) => gsi1pk)).toEqual(before.filter(({ gsi1pk }) => gsi1pk));
    expect(after.filter(({ gsi1pk }) => gsi1pk)).toHaveLength(1);
    expect(after.find(({ sk }) => sk === 'BROADCAST')).toMatchObject({ segment_count: 1, chunks: 1 });
    await broadcasts.end(broadcast, STREAMER);
  });
});

describe('a broadcast whose segments come in order', () => {
  const added = async (to: BroadcastsRepository, id: string, seq: number) => {
    const broadcast = requireFound(await to.findFor(id, seq), 'broadcast');
    const { endMs } = segmentRow(seq);
    const newest = { seq, endMs, count: (broadcast.storedSegments ?? 0) + 1 };
    return to.addSegment(id, segmentRow(seq), () => 5000, { broadcast, targetDurationS: 1, newest });
  };

  it('is read for the first segment, and again where another process has stored one', async () => {
    const [one, other] = [broadcastsRepository(site.table), broadcastsRepository(site.table)];
    const { id } = await started({ way: 'direct' });
    expect(await added(one, id, 0)).toBe('added');
    expect(await one.findFor(id, 1)).toEqual(await broadcasts.find(id));
    expect(await added(one, id, 1)).toBe('added');
    expect(await added(other, id, 5)).toBe('added');
    expect([await added(one, id, 2), await added(one, id, 2)]).toEqual(['changed', 'added']);
    expect(await added(one, id, 2)).toBe('exists');
    expect(await broadcasts.find(id)).toMatchObject({ storedSegments: 4 });
  });

  it('takes no segment without another read once it has ended, or continues with chunks', async () => {
    for (const change of [
      (broadcast: Broadcast) => broadcasts.end(broadcast, STREAMER),
      ({ id }: Broadcast) => broadcasts.changeWay(id, { fromMs: 1000, atMs: 2000 }),
    ]) {
      const broadcast = await started({ way: 'direct' });
      const { id } = broadcast;
      await added(broadcasts, id, 0);
      await change(broadcast);
      expect(await added(broadcasts, id, 1)).toBe('changed');
      expect(await broadcasts.find(id)).toMatchObject({ storedSegments: 1 });
      expect(await broadcasts.findFor(id, 1)).toEqual(await broadcasts.find(id));
    }
  });
});

describe('chunks', () => {
  it('are listed in order, each once, whatever their number', async () => {
    const { id } = await started();
    const seqs = [3, 0, 11, 1];
    const added = await Promise.all([...seqs, 3].map((seq) => broadcasts.addChunk(id, { ...CHUNK, seq })));
    expect(added.filter(Boolean)).toHaveLength(4);
    const listed = async (from: number, to?: number) =>
      (await broadcasts.listChunks(id, from, to)).map(({ seq }) => seq);
    expect(await listed(0)).toEqual([0, 1, 3, 11]);
    expect(await listed(1, 3)).toEqual([1, 3]);
    expect(await listed(4, 3)).toEqual([]);
    expect((await broadcasts.listChunks(id, 11))[0]).toEqual({ ...CHUNK, seq: 11 });
    expect((await broadcasts.find(id))?.storedChunks).toBe(4);
  });

  it('are not stored without a broadcast', async () => {
    expect(await broadcasts.addChunk('0'.repeat(26), { ...CHUNK, seq: 0 })).toBe(false);
  });
});

describe('a claim', () => {
  it('is won by one of several with the same state', async () => {
    const { id } = await started();
    const known = await broadcasts.readTimeline(id);
    const claim = () => broadcasts.claim(id, known, FRESH, jobsOf(2));
    expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([false, true]);
    const next = await broadcasts.readTimeline(id);
    expect(next).toEqual({ ...FRESH, version: 1 });
    expect(await broadcasts.claim(id, next, { ...FRESH, isEnd: true }, jobsOf(1, 2))).toBe(true);
    expect(await broadcasts.claim(id, next, FRESH, jobsOf(1, 3))).toBe(false);
    expect(await broadcasts.expandJobs(id)).toEqual(jobsOf(3));
    expect(await broadcasts.listPlans(id)).toEqual(jobsOf(3).map(({ id, window }) => ({ id, window })));
    expect((await broadcasts.listWindows(id, { fromNumber: 1 })).map(({ id }) => id)).toEqual([
      liveWindowId(1),
      liveWindowId(2),
    ]);
  });

  it('may hold more windows than fit into one transaction', async () => {
    const { id } = await started();
    const jobs = jobsOf(230);
    expect(await broadcasts.claim(id, await broadcasts.readTimeline(id), FRESH, jobs)).toBe(true);
    expect(await broadcasts.expandJobs(id)).toEqual(jobs);
    expect(await broadcasts.listWindows(id, { fromNumber: 0 })).toHaveLength(230);
    const tooMany = jobsOf(MAX_CLAIMED_WINDOWS + 1);
    await expect(
      broadcasts.claim(id, await broadcasts.readTimeline(id), FRESH, tooMany),
    ).rejects.toBeInstanceOf(RangeError);
  });

  it('of a repair is won by one, and its windows are stored separately', async () => {
    const broadcast = await started();
    const { id } = broadcast;
    const jobs = jobsOf(2).map((job, index) => ({ ...job, id: repairWindowId(1, index) }));
    const repair = { generation: 1, chunks: 9, parts: [{ fromMs: 0, windowIds: jobs.map((job) => job.id) }] };
    expect(await broadcasts.claimRepair(broadcast, repair, jobs)).toBe(false);
    await broadcasts.end(broadcast, STREAMER);
    const claim = () => broadcasts.claimRepair(broadcast, repair, jobs);
    expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([false, true]);
    const known = (await broadcasts.find(id))!;
    expect(known.repair).toEqual(repair);
    expect(await broadcasts.claimRepair(known, { ...repair, generation: 2 }, [])).toBe(true);
    expect(await broadcasts.listWindows(id, { fromNumber: 0 })).toEqual([]);
    expect(await broadcasts.listPlans(id)).toEqual([]);
    expect((await broadcasts.listWindows(id, { generation: 1 })).map((row) => row.id)).toEqual(
      repair.parts[0]!.windowIds,
    );
  });
});

describe('a job', () => {
  it('is replaced by a process that knew it, and removed once its window is settled', async () => {
    const { id } = await started();
    await broadcasts.claim(id, await broadcasts.readTimeline(id), FRESH, jobsOf(2));
    const job = (await broadcasts.findJob(id, liveWindowId(0)))!;
    const alignment = { startMs: 0, endMs: 2000, frameTimesMs: [0, 33] };
    const begun = { ...job, attempt: 1, dueMs: 2000, alignment };
    expect(await broadcasts.replaceJob(id, job, begun)).toBe(true);
    expect(await broadcasts.replaceJob(id, job, begun)).toBe(false);
    const submitted = { ...begun, jobId: 'job-1' };
    expect(await broadcasts.replaceJob(id, begun, submitted)).toBe(true);
    expect(await broadcasts.replaceJob(id, begun, submitted)).toBe(false);
    expect(await broadcasts.findJob(id, liveWindowId(0))).toEqual(submitted);
    const settle = () => broadcasts.settle(id, liveWindowId(0), [segmentOf(0)], 5000);
    expect((await Promise.all([settle(), settle()])).toSorted()).toEqual([false, true]);
    expect(await broadcasts.settle(id, liveWindowId(1), null, Date.now())).toBe(true);
    expect(await broadcasts.replaceJob(id, submitted, begun)).toBe(false);
    expect(await broadcasts.expandJobs(id)).toEqual([]);
    expect(await broadcasts.listWindows(id, { fromNumber: 0 })).toEqual([
      {
        id: liveWindowId(0),
        number: 0,
        startMs: 0,
        state: 'ready',
        readyAtMs: 5000,
        segments: [segmentOf(0)],
      },
      { id: liveWindowId(1), number: 1, startMs: 2000, state: 'failed', segments: [] },
    ]);
  });
});

describe('a late window', () => {
  it('stays late when it becomes ready, unless it was ready before', async () => {
    const { id } = await started();
    const stored = await broadcasts.readTimeline(id);
    await broadcasts.claim(id, stored, { timeline: stored.timeline, isEnd: false }, jobsOf(3));
    const states = async () =>
      (await broadcasts.listWindows(id, { fromNumber: 0 })).map(({ state }) => state);
    await broadcasts.settle(id, liveWindowId(1), [segmentOf(1)], 5000);
    for (const number of [0, 1, 2]) await broadcasts.markLate(id, liveWindowId(number));
    expect(await states()).toEqual(['late', 'ready', 'late']);
    await broadcasts.settle(id, liveWindowId(0), [segmentOf(0)], 9000);
    await broadcasts.settle(id, liveWindowId(2), null, 9000);
    expect(await states()).toEqual(['late', 'ready', 'failed']);
  });
});

describe('a broadcast whose replay is being made', () => {
  const finished = async (known: Broadcast, chunks: number, videoId = 'V1') => {
    await broadcasts.finish(known, { videoId, durationS: 12.5, chunks });
    return (await broadcasts.find(known.id))!;
  };

  it('is no longer active until another chunk arrives', async () => {
    const broadcast = await started();
    await broadcasts.addChunk(broadcast.id, { ...CHUNK, seq: 0 });
    await broadcasts.end(broadcast, STREAMER);
    expect(await finished(broadcast, 1)).toMatchObject({
      state: 'ended',
      replay: { videoId: 'V1', durationS: 12.5, chunks: 1 },
    });
    expect(await activeIds()).not.toContain(broadcast.id);
    await broadcasts.addChunk(broadcast.id, { ...CHUNK, seq: 1 });
    expect((await broadcasts.find(broadcast.id))?.state).toBe('finishing');
    expect(await activeIds()).toContain(broadcast.id);
    // A repeated end of the work on fewer chunks does not undo a later one.
    expect((await finished(broadcast, 2, 'V2')).state).toBe('ended');
    expect(await finished(broadcast, 1)).toMatchObject({
      state: 'ended',
      replay: { videoId: 'V2', chunks: 2 },
    });
  });

  it('is active again when a segment comes after it was finished', async () => {
    const broadcast = await started({ way: 'direct' });
    await broadcasts.end(broadcast, STREAMER);
    await finished(broadcast, 0);
    expect(await activeIds()).not.toContain(broadcast.id);
    await broadcasts.addSegment(broadcast.id, segmentRow(0), () => 9500, { targetDurationS: 1 });
    expect(await broadcasts.find(broadcast.id)).toMatchObject({ state: 'finishing', awaitsLadder: true });
    expect(await activeIds()).toContain(broadcast.id);
  });

  it('stays active when a chunk arrived meanwhile', async () => {
    const broadcast = await started();
    await broadcasts.end(broadcast, STREAMER);
    await broadcasts.addChunk(broadcast.id, { ...CHUNK, seq: 0 });
    expect(await finished(broadcast, 0)).toMatchObject({ state: 'finishing', replay: { chunks: 0 } });
    expect(await activeIds()).toContain(broadcast.id);
  });
});

describe('the counters of a broadcast', () => {
  it('change independently, the checkpoint only forward', async () => {
    const { id } = await started();
    await broadcasts.setWindowMs(id, 6000);
    const checkpoint = (fromNumber: number) => ({ fromNumber, segments: 20, breaks: 1, last: segmentOf(19) });
    for (const number of [20, 10]) await broadcasts.setCheckpoint(id, checkpoint(number));
    expect(await broadcasts.find(id)).toMatchObject({ windowMs: 6000, checkpoint: checkpoint(20) });
    await broadcasts.setWindowMs('0'.repeat(26), 1);
    expect(await broadcasts.find('0'.repeat(26))).toBeNull();
  });
});
