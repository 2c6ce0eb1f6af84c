import { describe, expect, it } from 'vitest';
import { rewindSource } from '#web/features/player/live/player-source.ts';
import { rewindPages } from '#web/features/player/engine/rewind/rewind-pages.ts';
import { rewindPlaylist } from '#web/features/player/engine/rewind/rewind-playlist.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const PAGE_S = 300;
const URL = '/api/browser-stream/ID/rewind';
const OFF = new AbortController().signal;

interface Site {
  /** The seconds on air that are stored. */
  has: (second: number) => boolean;
  /** The time on air. */
  nowS: number;
  /** Further parts. */
  readonly parts?: readonly object[];
}

const date = (second: number): string => new Date(second * 1000).toISOString();

/** A site with pages of five minutes, of segments of a second; answers the requests so far. */
function siteOf(site: Site) {
  const requests: string[] = [];
  const load = async (url: string): Promise<string> => {
    requests.push(url);
    if (url === URL) {
      const part = {
        first_page: 0,
        last_page: Math.floor((site.nowS - 1) / PAGE_S),
        from: date(0),
        to: date(site.nowS),
      };
      return JSON.stringify({ started_at: date(0), parts: [part, ...(site.parts ?? [])], picture_url: null });
    }
    const [, number = '', rendition = ''] = /\/(\d+)\/(\w+)\.m3u8$/.exec(url) ?? [];
    const seconds = Array.from({ length: PAGE_S }, (_, index) => (Number(number) % 1000) * PAGE_S + index);
    const stored = seconds.filter((second) => second < site.nowS && site.has(second));
    const lines = stored.flatMap((second, index) => [
      ...(second > 0 && !site.has(second - 1) ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(index === 0 ? [`#EXT-X-MAP:URI="/${rendition}.mp4"`] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${date(second)}`,
      '#EXTINF:1.000,',
      `/${rendition}/${second}.m4s`,
    ]);
    const isWhole = seconds.at(-1)! < site.nowS - 1;
    return ['#EXTM3U', '#EXT-X-TARGETDURATION:1', ...lines, ...(isWhole ? ['#EXT-X-ENDLIST'] : [])].join(
      '\n',
    );
  };
  return { pages: rewindPages(URL, load), requests };
}

const always = () => true;

describe('the page of a time', () => {
  it('is found by one page where nothing is missing', async () => {
    const { pages, requests } = siteOf({ has: always, nowS: 8 * 3600 });
    for (const second of [0, 299, 300, 14_000, 28_799])
      expect(await pages.numberAt(second * 1000, 'main')).toBe(Math.floor(second / PAGE_S));
    expect(requests.filter((url) => url !== URL).length).toBeLessThanOrEqual(4);
  });

  it('is found beside gaps', async () => {
    const { pages } = siteOf({ has: (second) => second < 350 || second >= 3540, nowS: 3600 });
    expect(await pages.numberAt(340_000, 'main')).toBe(1);
    expect(await pages.numberAt(3_560_000, 'main')).toBe(11);
    expect(await pages.numberAt(2_000_000, 'main')).toBeGreaterThan(1);
  });

  it('is found where gaps mislead the estimate', async () => {
    const { pages } = siteOf({ has: (second) => second < 1800 || second >= 5 * 3600, nowS: 6 * 3600 });
    for (const second of [0, 1799, 18_000, 21_500])
      expect(await pages.numberAt(second * 1000, 'main')).toBe(Math.floor(second / PAGE_S));
    const moved = siteOf({ has: (second) => second < 400 || second >= 900, nowS: 3600 });
    expect(await moved.pages.numberAt(399_000, 'main')).toBe(1);
  });

  it('is in the part that a broadcast went on with', async () => {
    const parts = [{ first_page: 1000, last_page: 1000, from: date(600), to: date(900) }];
    const { pages } = siteOf({ has: always, nowS: 600, parts });
    expect(await pages.numberAt(700_000, 'main')).toBe(1000);
    expect(await pages.numberAfter(1)).toBe(1000);
    expect(await pages.numberAfter(1000)).toBeNull();
  });
});

describe('the joined playlist', () => {
  const at = (seconds: number, number = Math.floor(seconds / PAGE_S)) => ({ number, atMs: seconds * 1000 });

  it('starts at the time, on the clock of its first segment', async () => {
    const { pages } = siteOf({ has: always, nowS: 3600 });
    const text = await rewindPlaylist(pages, at(425)).current('main');
    expect(text).toContain('#EXT-X-START:TIME-OFFSET=125.000,PRECISE=YES');
    expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:0\n');
    expect(text).not.toContain('ENDLIST');
  });

  it('gets the next page before the last one ends, and loses those long past', async () => {
    const { pages } = siteOf({ has: always, nowS: 3600 });
    const playlist = rewindPlaylist(pages, at(0));
    await playlist.current('main');
    let text = '';
    for (let second = 0; second < 1500; second += 10) {
      const next = playlist.next('main', OFF).then((found) => (text = found));
      await playlist.advance(second * 1000, 'main', second * 1000);
      if (second % PAGE_S === 240) await next;
    }
    const last = parsePlaylist(text);
    const [first] = last.segments;
    expect(Number(/\d+/.exec(first!.uri)?.[0])).toBe(first!.sequence);
    expect(first!.sequence).toBe(600);
    expect(last.segments).toHaveLength(4 * PAGE_S);
  });

  it('has the same numbers in each rendition', async () => {
    const { pages } = siteOf({ has: (second) => second !== 400, nowS: 3600 });
    const playlist = rewindPlaylist(pages, at(310));
    const [main, small] = [await playlist.current('main'), await playlist.current('small')].map(
      parsePlaylist,
    );
    const numbers = ({ segments }: typeof main & object) =>
      segments.map(({ uri, sequence, discontinuity }) => [/\d+/.exec(uri)?.[0], sequence, discontinuity]);
    expect(numbers(main!)).toEqual(numbers(small!));
    expect(main!.segments.at(-1)?.discontinuity).toBe(1);
  });

  it('follows the newest page as it grows, and ends with the broadcast', async () => {
    const site: Site = { has: always, nowS: 350 };
    const { pages } = siteOf(site);
    const playlist = rewindPlaylist(pages, at(310));
    expect(parsePlaylist(await playlist.current('main')).segments).toHaveLength(50);
    const next = playlist.next('main', OFF);
    site.nowS = 370;
    await playlist.advance(340_000, 'main', 0);
    expect(parsePlaylist(await next).segments).toHaveLength(70);
  });

  it('passes pages that are gaps', async () => {
    const { pages } = siteOf({ has: (second) => second >= 3000, nowS: 3600 });
    const text = await rewindPlaylist(pages, at(0)).current('main');
    expect(parsePlaylist(text).segments[0]?.uri).toBe('/main/3000.m4s');
  });
});

it('knows the time on air from the id of a broadcast', () => {
  expect(
    rewindSource('https://fan.fare/api/browser-stream/01KB4XJC000000000000000000/live.m3u8'),
  ).toMatchObject({
    url: 'https://fan.fare/api/browser-stream/01KB4XJC000000000000000000/rewind',
    airedMs: Date.parse('2025-11-28T09:44:05.376Z'),
    position: { ms: null },
  });
  expect(rewindSource('https://ivs.example/live.m3u8')).toBeNull();
});
