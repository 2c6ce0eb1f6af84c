import { describe, expect, it } from 'vitest';
import {
  type ArrivedBytes,
  listAnnounced,
  type Listings,
  speedFor,
  transferMs,
  withReserve,
} from '#web/features/player/engine/announced/announced-segments.ts';

const HOST = 'https://a1b2c3.j.cloudfront.hls.live-video.net/v1/segment';
const NONE: Listings = new Map();

interface Part {
  readonly file: string;
  readonly seconds?: string;
  readonly discontinuous?: boolean;
}

/** A media playlist in the form of IVS: a program date for each segment, the title `live`, a target of six seconds. */
function playlist(first: number, parts: readonly Part[], announced: readonly string[]): string {
  const lines = parts.flatMap(({ file, seconds = '2.000', discontinuous = false }, index) => [
    ...(discontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXT-X-PROGRAM-DATE-TIME:2026-10-08T12:26:${String(30 + 2 * index).padStart(2, '0')}.089Z`,
    `#EXTINF:${seconds},live`,
    `${HOST}/${file}`,
  ]);
  const head = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:6', `#EXT-X-MEDIA-SEQUENCE:${first}`];
  return [...head, ...lines, ...announced, ''].join('\n');
}

const announce = (file: string) => `#EXT-X-PREFETCH:${HOST}/${file}`;
const addressesIn = (text: string) => text.split('\n').filter((line) => line.startsWith('https://'));
const files = (text: string) => addressesIn(text).map((address) => address.slice(HOST.length + 1));

describe('announced segments', () => {
  const first = playlist(
    700,
    [{ file: 'a.ts' }, { file: 'b.ts' }, { file: 'c.ts', seconds: '4.167' }],
    [announce('d.ts?dna=1'), announce('e.ts?dna=1')],
  );

  it('are listed with the usual length', () => {
    const { text, announced, announcedS } = listAnnounced(first, NONE);
    expect(files(text)).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts?dna=1', 'e.ts?dna=1']);
    expect(text).toContain(`#EXTINF:2,\n${HOST}/d.ts?dna=1\n#EXTINF:2,\n${HOST}/e.ts?dna=1\n`);
    expect(text).not.toContain('PREFETCH');
    expect([announced, announcedS]).toEqual([[`${HOST}/d.ts?dna=1`, `${HOST}/e.ts?dna=1`], 4]);
  });

  it('have the playlist requested again within a second', () => {
    expect(listAnnounced(first, NONE).text).toContain('#EXT-X-TARGETDURATION:1\n');
  });

  it('keep their address when they are complete, and signed again', () => {
    const { listings } = listAnnounced(first, NONE);
    const later = playlist(
      701,
      [{ file: 'b.ts' }, { file: 'c.ts', seconds: '4.167' }, { file: 'other.ts' }],
      [announce('e.ts?dna=2'), announce('f.ts?dna=2')],
    );
    const { text } = listAnnounced(later, listings);
    expect(files(text)).toEqual(['b.ts', 'c.ts', 'd.ts?dna=1', 'e.ts?dna=1', 'f.ts?dna=2']);
    expect(text).toContain(`#EXTINF:2.000,live\n${HOST}/d.ts?dna=1`);
  });

  it('may begin another part', () => {
    const text = playlist(1, [{ file: 'a.ts' }], ['#EXT-X-PREFETCH-DISCONTINUITY', announce('b.ts')]);
    const listed = listAnnounced(text, NONE);
    expect(listed.text).toContain(`#EXT-X-DISCONTINUITY\n#EXTINF:2,\n${HOST}/b.ts`);
    const complete = playlist(1, [{ file: 'a.ts' }, { file: 'b2.ts', discontinuous: true }], []);
    expect(files(listAnnounced(complete, listed.listings).text)).toEqual(['a.ts', 'b.ts']);
  });

  it.each([
    [
      'another part begins instead',
      playlist(1, [{ file: 'a.ts' }, { file: 'x.ts', discontinuous: true }, { file: 'y.ts' }], []),
    ],
    ['another stream begins', playlist(0, [{ file: 'a.ts' }, { file: 'x.ts' }, { file: 'y.ts' }], [])],
  ])('are others where %s', (_, next) => {
    const { listings } = listAnnounced(
      playlist(1, [{ file: 'a.ts' }], [announce('b.ts'), announce('c.ts')]),
      NONE,
    );
    expect(files(listAnnounced(next, listings).text)).toEqual(['a.ts', 'x.ts', 'y.ts']);
  });

  it('disappear when the stream ends', () => {
    const { listings } = listAnnounced(playlist(1, [{ file: 'a.ts' }], [announce('b.ts')]), NONE);
    const ended = playlist(1, [{ file: 'a.ts' }], ['#EXT-X-ENDLIST']);
    const { text, announcedS } = listAnnounced(ended, listings);
    expect([files(text), announcedS]).toEqual([['a.ts'], 0]);
    expect(text).toContain('#EXT-X-ENDLIST');
  });
});

describe('the rate of a segment that grows', () => {
  /** A picture of `bytes` each 40 ms, which takes `burstMs`. */
  const pictures = (bytes: number, burstMs: number): ArrivedBytes[] =>
    Array.from({ length: 50 }, (_, index) => [
      { atMs: index * 40, bytes: 0 },
      { atMs: index * 40 + burstMs, bytes },
    ]).flat();

  it('is that of its fastest burst, not the encoder’s', () => {
    const keyframe = [
      { atMs: 5, bytes: 0 },
      { atMs: 25, bytes: 100_000 },
    ];
    // 100 kB in 20 ms: 600 kB take 120 ms, and at most a quarter of the time is believed.
    expect(transferMs([...keyframe, ...pictures(10_000, 2).slice(2)], 0, 2000)).toBeLessThan(600);
  });

  it('is at most four times the encoder’s', () => {
    const arrived = [
      { atMs: 0, bytes: 100_000 },
      { atMs: 2000, bytes: 100_000 },
    ];
    expect(transferMs(arrived, 0, 2000)).toBe(500);
  });

  it('is the connection’s where the segment takes longer than it plays', () => {
    expect(
      transferMs(
        [
          { atMs: 1, bytes: 100_000 },
          { atMs: 4000, bytes: 100_000 },
        ],
        0,
        2000,
      ),
    ).toBe(4000);
  });

  it('is the encoder’s where there was no burst', () => {
    expect(
      transferMs(
        [
          { atMs: 1000, bytes: 1000 },
          { atMs: 2000, bytes: 1000 },
        ],
        0,
        2000,
      ),
    ).toBe(2000);
  });
});

describe('the speed at the live position', () => {
  const reserves = (...aheadS: readonly number[]) =>
    aheadS.map((seconds, index) => ({ atMs: index * 250, aheadS: seconds }));

  it.each([
    ['reduces a large reserve', reserves(2.4, 1.8, 2.2), 0, 1.1],
    ['rests where the lowest is enough', reserves(2.4, 1.1, 2.2), 0, 1],
    ['lets a small reserve grow', reserves(2.4, 0.3, 2.2), 0, 0.95],
    ['wants more after a stall', reserves(1.9, 1.4), 1, 1],
    ['lets the reserve grow after two stalls', reserves(1.9, 1.4), 2, 0.95],
  ])('%s', (_, recent, stalls, speed) => expect(speedFor(recent, stalls)).toBe(speed));

  it('forgets reserves after four seconds', () => {
    const recent = withReserve([{ atMs: 0, aheadS: 0.1 }], { atMs: 4000, aheadS: 2 });
    expect(recent).toEqual([{ atMs: 4000, aheadS: 2 }]);
  });
});
