import { describe, expect, it } from 'vitest';
import { readSegments } from '#functions/base/hls/hls-segments.ts';
import { clipPlaylist, cutOut } from '#functions/clips/cut-playlist.ts';

const url = '/media/videos/c/v/video_720p.m3u8';
const file = (name: string): string => `/media/videos/c/v/${name}`;
const name = (path: string): string => path.split('/').at(-1)!;

/** Ten segments of two seconds. */
const VOD = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n${Array.from({ length: 10 }, (_, n) => `#EXTINF:2.0,\nv_${n}.ts\n`).join('')}#EXT-X-ENDLIST\n`;

const START = Date.parse('2026-11-20T10:00:00.000Z');
const at = (ms: number): string => `#EXT-X-PROGRAM-DATE-TIME:${new Date(START + ms).toISOString()}`;
/** Five segments of a second with a file each for two renditions; after the third, ten seconds are missing. */
const DIRECT = [
  '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI="init-a.mp4"',
  ...[0, 1000, 2000].map(
    (ms, n) => `${at(ms)}\n#EXTINF:1.000,\n#EXT-X-BYTERANGE:100@${n * 7}\n${n}-side.m4s`,
  ),
  '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-b.mp4"',
  ...[13_000, 14_000].map((ms, n) => `${at(ms)}\n#EXTINF:1.000,\n#EXT-X-BYTERANGE:100@0\n${n + 3}-side.m4s`),
  '',
].join('\n');

const ofVideo = (fromMs: number, untilMs: number) =>
  cutOut(readSegments(VOD, url), { isDated: false, fromMs, untilMs });
const ofLive = (fromMs: number, untilMs: number) =>
  cutOut(readSegments(DIRECT, url), { isDated: true, fromMs: START + fromMs, untilMs: START + untilMs });

describe('a clip of a video', () => {
  it('has whole segments, and begins and ends within them', () => {
    const cut = ofVideo(5500, 12_250)!;
    expect(cut.segments.map(({ url: of }) => of)).toEqual([2, 3, 4, 5, 6].map((n) => file(`v_${n}.ts`)));
    expect(cut).toMatchObject({ startS: 1.5, durationS: 6.75 });
  });

  it('contains no segment outside the range', () => {
    const cut = ofVideo(4000, 10_000)!;
    expect(cut.segments.map(({ startS }) => startS)).toEqual([4, 6, 8]);
    expect(cut.startS).toBe(0);
  });

  it('may exceed the end of the video a little, and is refused beyond', () => {
    expect(ofVideo(14_000, 20_400)).toMatchObject({ durationS: 6 });
    expect(ofVideo(14_000, 21_500)).toBeNull();
  });

  it('is a valid playlist that says where it begins', () => {
    const text = clipPlaylist(ofVideo(5500, 12_250)!, name);
    expect(text).toMatch(/^#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n/);
    expect(text).toMatch(/\n#EXT-X-ENDLIST\n$/);
    expect(text).toContain('#EXT-X-START:TIME-OFFSET=1.500,PRECISE=YES\n');
    expect(text).toContain('\n#EXTINF:2.000,\nv_2.ts\n');
  });
});

describe('a clip of a live broadcast', () => {
  it('is found by recording time; a gap takes no time', () => {
    const cut = ofLive(1500, 14_500)!;
    expect(cut.segments.map(({ url: of }) => name(of))).toEqual(
      ['1', '2', '3', '4'].map((n) => `${n}-side.m4s`),
    );
    expect(cut).toMatchObject({ startS: 0.5, durationS: 3 });
  });

  it('begins behind a gap when its mark lies inside it', () => {
    expect(ofLive(8000, 14_500)).toMatchObject({ startS: 0, durationS: 1.5 });
  });

  it('keeps byte ranges, their init segments and the discontinuity between them', () => {
    const text = clipPlaylist(ofLive(1000, 15_000)!, name);
    expect(text).toContain(
      '#EXT-X-MAP:URI="init-a.mp4"\n#EXTINF:1.000,\n#EXT-X-BYTERANGE:100@7\n1-side.m4s\n',
    );
    expect(text).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-b.mp4"\n');
    expect(text.match(/EXT-X-MAP/g)).toHaveLength(2);
  });

  it('begins with the oldest listed segment when its mark is a little earlier', () => {
    expect(ofLive(-500, 3000)).toMatchObject({ startS: 0, durationS: 3 });
  });

  it('is refused when its segments are no longer or not yet listed', () => {
    expect(ofLive(-1500, 5000)).toBeNull();
    expect(ofLive(2000, 17_000)).toBeNull();
  });
});

describe('a parsed playlist', () => {
  it('may omit byte range offsets and dates that follow from the ones before', () => {
    const text = `${at(0)}\n#EXTINF:4,\n#EXT-X-BYTERANGE:10@5\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:20\na.ts\n`;
    const [, second] = readSegments(text, url);
    expect(second).toMatchObject({
      range: { lengthBytes: 20, offsetBytes: 15 },
      atMs: START + 4000,
      startS: 4,
    });
  });
});
