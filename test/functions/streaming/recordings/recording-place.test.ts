import { describe, expect, it } from 'vitest';
import { recordedBroadcast, type TimedBroadcast } from '#functions/streaming/software-broadcast.ts';
import { posterUrl } from '#functions/streaming/recordings/recording-ended-file.ts';
import { parseRecordingPrefix } from '#functions/streaming/recordings/recording-location.ts';

const PREFIX = 'ivs/v1/123456789012/AsXego4U6tnj/2020/6/23/20/12/j8Z9O91ndcVs';

describe('the prefix of a recording', () => {
  it('has its start and its IVS channel', () => {
    expect(parseRecordingPrefix(PREFIX)).toMatchObject({
      ivsId: 'AsXego4U6tnj',
      recordingId: 'j8Z9O91ndcVs',
      minuteMs: Date.parse('2020-06-23T20:12:00Z'),
    });
  });

  it.each([
    ['at once, while nothing else is sure to be there', 2_000, 0],
    ['at once, still', 59_999, 0],
    ['after the first interval', 60_000, 1],
    ['a tenth of the way in', 3_600_000, 12],
  ])('has its picture taken %s', (_, durationMs, index) => {
    const picturesUrl = `/${PREFIX}/media/thumbnails`;
    expect(posterUrl({ picturesUrl, durationMs, cutMs: 0 })).toBe(`${picturesUrl}/thumb${index}.jpg`);
  });

  it('has no picture when IVS took none', () => {
    expect(posterUrl({ picturesUrl: null, durationMs: 60_000, cutMs: 0 })).toBeNull();
  });

  it.each(['', 'ivs/v1', `${PREFIX}/`, `x${PREFIX}`, `${PREFIX}/../other`, PREFIX.replace('2020', 'now')])(
    'is none: %j',
    (prefix) => expect(parseRecordingPrefix(prefix)).toBeUndefined(),
  );
});

describe('the broadcast of a recording', () => {
  const broadcast = (
    title: string,
    startedAtS: number,
    endedAtS: number,
    streamId?: string,
  ): TimedBroadcast => ({
    title,
    game: 'Box Fans',
    tags: [],
    keepsReplay: true,
    startedAtMs: startedAtS * 1000,
    endedAtMs: endedAtS * 1000,
    streamId,
  });
  const latestFirst = [
    broadcast('C', 300, Infinity, 'st-c'),
    broadcast('B', 200, 280),
    broadcast('A', 100, 180, 'st-a'),
  ];

  it.each([
    ['the one with its stream, whatever its time', ['st-x', 'st-a'], 900, 950, 'A'],
    ['the one that was live meanwhile', ['st-x'], 210, 220, 'B'],
    ['the one that went live meanwhile', [], 190, 280, 'B'],
    ['one that is live', [], 300, 400, 'C'],
    ['none between two broadcasts', [], 181, 200, undefined],
    ['none while an encoder connected again in the second of the end', [], 279, 299, undefined],
    ['none before', [], 10, 99, undefined],
  ])('is %s', (_, streamIds, startedAtS, endedAtS, title) => {
    const times = { startedAtMs: startedAtS * 1000, endedAtMs: endedAtS * 1000 };
    expect(recordedBroadcast(latestFirst, { streamIds, ...times })?.title).toBe(title);
  });
});
