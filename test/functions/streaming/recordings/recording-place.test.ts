import { describe, expect, it } from 'vitest';
import { recordedAiring, type Airing } from '#functions/streaming/airing.ts';
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
    expect(posterUrl({ picturesUrl, durationMs })).toBe(`${picturesUrl}/thumb${index}.jpg`);
  });

  it('has no picture when IVS took none', () => {
    expect(posterUrl({ picturesUrl: null, durationMs: 60_000 })).toBeNull();
  });

  it.each(['', 'ivs/v1', `${PREFIX}/`, `x${PREFIX}`, `${PREFIX}/../other`, PREFIX.replace('2020', 'now')])(
    'is none: %j',
    (prefix) => expect(parseRecordingPrefix(prefix)).toBeUndefined(),
  );
});

describe('the broadcast of a recording', () => {
  const broadcast = (title: string, startedAtMs: number, streamId?: string): Airing => ({
    title,
    game: 'Box Fans',
    tags: [],
    keepsReplay: true,
    startedAtMs,
    streamId,
  });
  const latestFirst = [broadcast('C', 3000, 'st-c'), broadcast('B', 2000), broadcast('A', 1000, 'st-a')];

  it.each([
    ['the one with its stream, whatever its time', ['st-x', 'st-a'], 9000, 'A'],
    ['the last that had begun', ['st-x'], 2500, 'B'],
    ['one that began at that moment', [], 3000, 'C'],
    ['none that began later', [], 999, undefined],
  ])('is %s', (_, streamIds, startedAtMs, title) => {
    expect(recordedAiring(latestFirst, { streamIds, startedAtMs })?.title).toBe(title);
  });
});
