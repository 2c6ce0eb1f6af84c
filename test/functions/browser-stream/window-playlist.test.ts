import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  playlistOf,
  removedWindows,
  withRepairs,
  type EarlierSegments,
  type PlaylistOptions,
  type PlaylistWindow,
} from '#functions/browser-stream/window-playlist.ts';
import { checkChange, parsePlaylist, PlaylistError } from '#test/support/media/playlist-validator.ts';

const OPTIONS: PlaylistOptions = {
  kind: 'live',
  targetDurationS: 4,
  startedAtMs: Date.parse('2026-05-01T12:00:00Z'),
  isEnded: false,
};

const windowAt = (
  startMs: number,
  endMs: number,
  change: Partial<PlaylistWindow> & { readonly initUri?: string } = {},
): PlaylistWindow => ({
  startMs,
  state: 'ready',
  segments: [{ uri: `${startMs}-${endMs}.m4s`, initUri: change.initUri ?? 'init.mp4', startMs, endMs }],
  ...change,
});

const listed = (windows: readonly PlaylistWindow[], options: Partial<PlaylistOptions> = {}) =>
  parsePlaylist(playlistOf(windows, { ...OPTIONS, ...options }) ?? '');

describe('a playlist', () => {
  it('has exactly the text that players expect', () => {
    const windows = [windowAt(40, 2040), windowAt(2040, 4075), windowAt(9000, 11_000)];
    expect(playlistOf(windows, { ...OPTIONS, kind: 'replay', isEnded: true })).toBe(`#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-05-01T12:00:00.040Z
#EXTINF:2.000,
40-2040.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-05-01T12:00:02.040Z
#EXTINF:2.035,
2040-4075.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-05-01T12:00:09.000Z
#EXTINF:2.000,
9000-11000.m4s
#EXT-X-ENDLIST
`);
  });

  it('does not exist while nothing can play', () => {
    expect(playlistOf([], OPTIONS)).toBeUndefined();
    expect(playlistOf([windowAt(0, 2000, { state: 'waiting' })], OPTIONS)).toBeUndefined();
  });

  it('withholds windows behind one whose job runs', () => {
    const windows = [windowAt(4000, 6000), windowAt(0, 2000), windowAt(2000, 4000, { state: 'waiting' })];
    expect(listed(windows).segments.map(({ uri }) => uri)).toEqual(['0-2000.m4s']);
  });

  it('continues with a discontinuity after a window that failed in all attempts', () => {
    const failed = windowAt(2000, 4000, { state: 'failed' });
    const { segments } = listed([windowAt(0, 2000), failed, windowAt(4000, 6000)]);
    expect(segments.map(({ uri, discontinuity }) => [uri, discontinuity])).toEqual([
      ['0-2000.m4s', 0],
      ['4000-6000.m4s', 1],
    ]);
  });

  it('names another init segment with a discontinuity when the picture changed', () => {
    const { segments } = listed([windowAt(0, 2000), windowAt(2000, 4000, { initUri: 'init-2.mp4' })]);
    expect(segments.map(({ initUri, discontinuity }) => [initUri, discontinuity])).toEqual([
      ['init.mp4', 0],
      ['init-2.mp4', 1],
    ]);
  });

  it('does not end before its last window', () => {
    const windows = [windowAt(0, 2000), windowAt(2000, 4000, { state: 'waiting' })];
    expect(listed(windows, { isEnded: true }).isEnded).toBe(false);
    expect(listed([windows[0]!, windowAt(2000, 4000)], { isEnded: true }).isEnded).toBe(true);
  });

  it('slides for live viewers and counts the removed segments', () => {
    const windows = Array.from({ length: 20 }, (_, index) =>
      windowAt(index * 2000 + (index > 3 ? 500 : 0), index * 2000 + 2000 + (index > 3 ? 500 : 0)),
    );
    const live = listed(windows, { liveWindowMs: 14_000 });
    expect(live).toMatchObject({ mediaSequence: 13, discontinuitySequence: 1, type: undefined });
    expect(live.segments).toHaveLength(7);
    expect(listed(windows, { kind: 'replay', isEnded: true }).segments).toHaveLength(20);
  });

  it('shows repaired windows in the replay in place of the live ones', () => {
    const live = [windowAt(0, 2000), windowAt(2000, 2700), windowAt(6000, 8000)];
    const repair = { fromMs: 2000, untilMs: 6000, windows: [windowAt(2000, 4100), windowAt(4100, 6000)] };
    const options = { kind: 'replay', isEnded: true } as const;
    const { segments } = listed(withRepairs(live, [repair]), options);
    expect(segments.map(({ uri }) => uri)).toEqual([
      '0-2000.m4s',
      '2000-4100.m4s',
      '4100-6000.m4s',
      '6000-8000.m4s',
    ]);
    expect(new Set(segments.map(({ discontinuity }) => discontinuity))).toEqual(new Set([0]));
  });
});

interface Fate {
  readonly lengthMs: number;
  readonly gapMs: number;
  readonly doneAt: number;
  readonly fails: boolean;
  readonly parts: number;
}

const fates = fc.array(
  fc.record({
    lengthMs: fc.integer({ min: 40, max: 4400 }),
    gapMs: fc.constantFrom(0, 0, 0, 1700),
    doneAt: fc.nat(12),
    fails: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    parts: fc.constantFrom(1, 1, 2),
  }),
  { minLength: 1, maxLength: 40 },
);

/** The windows at a moment: window n is planned at n, its job ends up to 12 later. */
function windowsAt(moment: number, planned: readonly Fate[]): PlaylistWindow[] {
  let atMs = 0;
  return planned.slice(0, moment + 1).map(({ lengthMs, gapMs, doneAt, fails, parts }, index) => {
    const startMs = atMs + gapMs;
    atMs = startMs + lengthMs;
    const isDone = index + doneAt <= moment;
    const step = Math.floor(lengthMs / parts);
    const segments = Array.from({ length: parts }, (_, part) => ({
      uri: `${index}-${part}.m4s`,
      initUri: 'init.mp4',
      startMs: startMs + part * step,
      endMs: part === parts - 1 ? atMs : startMs + (part + 1) * step,
    }));
    const state = isDone ? (fails ? 'failed' : 'ready') : 'waiting';
    return { startMs, state, segments };
  });
}

describe('a live playlist', () => {
  it('conforms to RFC 8216 in whatever order jobs end', () => {
    fc.assert(
      fc.property(fates, fc.integer({ min: 1000, max: 30_000 }), (planned, liveWindowMs) => {
        let before: string | undefined;
        for (let moment = 0; moment < planned.length + 13; moment += 1) {
          const isEnded = moment >= planned.length;
          const options = { ...OPTIONS, liveWindowMs, isEnded };
          const now = playlistOf(windowsAt(moment, planned), options);
          if (now !== undefined) checkChange(before ?? now, now);
          expect(now === undefined && before !== undefined).toBe(false);
          before = now;
        }
        const isVisible = planned.some(({ fails }) => !fails);
        expect(before?.endsWith('#EXT-X-ENDLIST\n') ?? false).toBe(isVisible);
      }),
    );
  });
});

describe('a live playlist from a checkpoint', () => {
  it('equals the one from all windows, whenever checkpoints are taken', () => {
    let compared = 0;
    const moments = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(
        fates,
        fc.integer({ min: 1000, max: 30_000 }),
        moments,
        (planned, liveWindowMs, isTaken) => {
          let [from, before]: [number, EarlierSegments | undefined] = [0, undefined];
          for (let moment = 0; moment < planned.length + 13; moment += 1) {
            const options = { ...OPTIONS, liveWindowMs, isEnded: moment >= planned.length };
            const all = windowsAt(moment, planned);
            const rest = { ...options, ...(before && { before }) };
            expect(playlistOf(all.slice(from), rest)).toBe(playlistOf(all, options));
            compared += from > 0 ? 1 : 0;
            if (!isTaken[moment]) continue;
            const { windows, earlier } = removedWindows(all.slice(from), rest);
            [from, before] = [from + windows, earlier];
          }
        },
      ),
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('begins at a window that is still listed', () => {
    const windows = Array.from({ length: 20 }, (_, index) => windowAt(index * 2000, index * 2000 + 2000));
    windows[2] = windowAt(4000, 6000, { state: 'failed' });
    const options = { ...OPTIONS, liveWindowMs: 14_000 };
    expect(removedWindows(windows, options)).toEqual({
      windows: 13,
      earlier: { segments: 12, breaks: 1, last: windows[12]?.segments[0] },
    });
    expect(removedWindows(windows.slice(0, 3), options)).toEqual({
      windows: 0,
      earlier: { segments: 0, breaks: 0 },
    });
  });
});

describe('the playlist validator', () => {
  const text = playlistOf([windowAt(0, 2000), windowAt(2000, 4000), windowAt(9000, 11_000)], OPTIONS) ?? '';

  it.each([
    ['a segment longer than the target duration', text.replace('EXTINF:2.000', 'EXTINF:4.600')],
    ['a segment without a map', text.replace(/#EXT-X-MAP.*\n/, '')],
    ['a segment that overlaps', text.replace('12:00:02.000Z', '12:00:01.900Z')],
    ['a hole without a discontinuity', text.replace('#EXT-X-DISCONTINUITY\n', '')],
    ['a segment that is listed twice', text.replace('2000-4000', '0-2000')],
    ['a tag after the segments', `${text}#EXT-X-MEDIA-SEQUENCE:3\n`],
  ])('finds %s', (_, broken) => {
    expect(() => parsePlaylist(broken)).toThrow(PlaylistError);
  });

  it.each([
    ['a segment that changed', text.replace('2000-4000', '2000-4001')],
    ['another target duration', text.replace('TARGETDURATION:4', 'TARGETDURATION:5')],
    ['a sequence that does not fit', text.replace('MEDIA-SEQUENCE:0', 'MEDIA-SEQUENCE:1')],
    [
      'a discontinuity that was not counted',
      text.replace('DISCONTINUITY-SEQUENCE:0', 'DISCONTINUITY-SEQUENCE:1'),
    ],
    ['a segment that is gone', text.replace(/#EXT-X-DISCONTINUITY\n(.*\n){3}/, '')],
  ])('finds %s', (_, changed) => {
    expect(changed).not.toBe(text);
    expect(() => checkChange(text, changed)).toThrow(PlaylistError);
  });
});
