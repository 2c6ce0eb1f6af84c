import { describe, expect, it } from 'vitest';
import { countBySegment } from '#operate/first-hour/caches.ts';
import { costOf } from '#operate/first-hour/cost.ts';
import { announcedIn, segmentsIn, targetDurationIn } from '#operate/first-hour/live-playlist.ts';
import { quantile } from '#operate/first-hour/statistics.ts';
import { departures, departuresAt } from '#operate/first-hour/tone-departures.ts';

const SEAM_S = 1.5;

/** Three seconds of 440 Hz without some samples at the seam. */
const tone = (missing: number): Float32Array =>
  Float32Array.from({ length: 3 * 48_000 }, (_, at) => {
    const sample = at < SEAM_S * 48_000 ? at : at + missing;
    return 0.125 * Math.sin((2 * Math.PI * 440 * sample) / 48_000);
  });

describe('the first hour’s measurement', () => {
  it('detects a click at missing samples, and none in a steady tone', () => {
    const whole = departuresAt(departures(tone(0)), [SEAM_S]);
    const cut = departuresAt(departures(tone(20)), [SEAM_S]);
    expect(whole.atSeams).toBeLessThan(3 * whole.between);
    expect(cut.atSeams).toBeGreaterThan(1000 * cut.between);
  });

  it('covers each segment of a playlist, with its init segment', () => {
    const text = `#EXTM3U
#EXT-X-TARGETDURATION:5
#EXT-X-MAP:URI="a/init.mp4"
#EXTINF:4.0,
a/1.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="b/init.mp4"
#EXTINF:3.5,live
b/2.m4s
#EXT-X-PREFETCH:b/3.m4s
`;
    const base = 'https://fans.example/media/live.m3u8';
    const at = (path: string) => `https://fans.example/media/${path}`;
    expect(targetDurationIn(text)).toBe(5);
    expect(announcedIn(text, base)).toEqual([at('b/3.m4s')]);
    expect(segmentsIn(text, base)).toEqual([
      { url: at('a/1.m4s'), durationS: 4, headerUrl: at('a/init.mp4'), isDiscontinuous: false },
      { url: at('b/2.m4s'), durationS: 3.5, headerUrl: at('b/init.mp4'), isDiscontinuous: true },
    ]);
  });

  it('counts the caches that requested each complete segment, by S3’s log', () => {
    const line = (key: string, operation: string, status: number) =>
      `79a5 media [27/Nov/2026:20:00:00 +0000] 192.0.2.3 svc:cloudfront.amazonaws.com 3E57 ${operation} ${key} "GET /${key} HTTP/1.1" ${status} - 300000 300000 12 11 "-" "Amazon CloudFront" -`;
    const [one, two] = ['media/videos/A/000001.m4s', 'media/videos/A/000002.m4s'];
    const lines = [
      line(one, 'REST.GET.OBJECT', 200),
      line(one, 'REST.GET.OBJECT', 200),
      line(one, 'REST.GET.OBJECT', 304),
      line(one, 'REST.PUT.OBJECT', 200),
      line(two, 'REST.GET.OBJECT', 200),
      line('media/pictures/B.jpg', 'REST.GET.OBJECT', 200),
      '',
    ];
    expect(countBySegment(lines)).toEqual([2, 1]);
  });

  it('reports each half, and its price before it starts', () => {
    expect([0, 0.5, 0.95, 1].map((part) => quantile([3, 1, 2, 4], part))).toEqual([1, 3, 4, 4]);
    expect(costOf(100)).toBeGreaterThan(costOf(1));
    expect(costOf(100)).toBeLessThan(2);
  });
});
