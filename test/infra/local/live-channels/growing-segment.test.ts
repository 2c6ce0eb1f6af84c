import { appendFileSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LivePlaylist } from '#infra/local/live-channels/ingest/live-playlist.ts';
import { liveMedia } from '#infra/local/live-channels/live-media.ts';

const CHANNEL = 'abcdefABCDEF';
const FIRST = 'st-1-00000.ts';
const SECOND = 'st-1-00001.ts';

let mediaDir: string;
let directory: string;
let playlist: LivePlaylist;

beforeEach(() => {
  mediaDir = mkdtempSync(join(tmpdir(), 'fanfare-growing-'));
  directory = join(mediaDir, CHANNEL);
  mkdirSync(directory);
  playlist = new LivePlaylist(directory, 'st-1');
  playlist.beginPart();
  write(FIRST, 'whole');
  playlist.receive(Date.parse('2026-11-30T10:00:00.000Z'));
  playlist.add({ name: FIRST, seconds: 2 });
});
afterEach(() => rmSync(mediaDir, { recursive: true, force: true }));

const write = (file: string, bytes: string) => appendFileSync(join(directory, file), bytes);
const get = async (file: string, method = 'GET') =>
  liveMedia(mediaDir).request(`/${CHANNEL}/${file}`, { method });
const text = () => readFileSync(join(directory, 'index.m3u8'), 'utf8');
const linesOf = (tag: string) =>
  text()
    .split('\n')
    .filter((line) => line.startsWith(tag));

/** Reads what a response has sent so far. */
async function nextOf(response: Response): Promise<{ reader: ReadableStreamDefaultReader; bytes: string }> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  return { reader, bytes: new TextDecoder().decode(value) };
}

describe('a playlist that grows', () => {
  it('announces the segment that grows and the one after it', () => {
    expect(linesOf('#EXT-X-PREFETCH')).toEqual([
      '#EXT-X-PREFETCH:st-1-00001.ts',
      '#EXT-X-PREFETCH:st-1-00002.ts',
    ]);
    expect(linesOf('#EXT-X-PROGRAM')).toEqual(['#EXT-X-PROGRAM-DATE-TIME:2026-11-30T10:00:00.000Z']);
  });

  it('announces nothing once it has ended', () => {
    playlist.end();
    expect(text()).not.toContain('PREFETCH');
    expect(text()).toMatch(/#EXT-X-ENDLIST\n$/);
  });

  it('gives another part numbers that it has not announced before', () => {
    expect(playlist.beginPart()).toBe(3);
    expect(linesOf('#EXT-X-PREFETCH')).toEqual([
      '#EXT-X-PREFETCH-DISCONTINUITY',
      '#EXT-X-PREFETCH:st-1-00003.ts',
      '#EXT-X-PREFETCH:st-1-00004.ts',
    ]);
    playlist.add({ name: 'st-1-00003.ts', seconds: 1 });
    expect(text()).toContain('#EXT-X-DISCONTINUITY\n');
    expect(text()).not.toContain('#EXT-X-PREFETCH-DISCONTINUITY');
  });

  it('counts the segments and the discontinuities that have left it', () => {
    playlist.beginPart();
    for (let number = 3; number < 17; number += 1)
      playlist.add({ name: `st-1-${String(number).padStart(5, '0')}.ts`, seconds: 1 });
    expect(linesOf('#EXTINF')).toHaveLength(12);
    expect(text()).toContain('#EXT-X-MEDIA-SEQUENCE:3\n');
    expect(text()).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n');
  });
});

describe('a segment that grows', () => {
  it('is sent as it is written, until the playlist lists it', async () => {
    write(SECOND, 'first ');
    const response = await get(SECOND);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { reader, bytes } = await nextOf(response);
    expect(bytes).toBe('first ');
    write(SECOND, 'last');
    playlist.add({ name: SECOND, seconds: 2 });
    const rest: string[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read())
      rest.push(new TextDecoder().decode(read.value));
    expect(rest.join('')).toBe('last');
  });

  it('is waited for where it has not begun', async () => {
    const response = get(SECOND);
    write(SECOND, 'first');
    expect((await nextOf(await response)).bytes).toBe('first');
  });

  it('is missing where the stream ends before it begins', async () => {
    const response = get(SECOND);
    playlist.end();
    expect((await response).status).toBe(404);
  });

  it('stays in caches once it is whole', async () => {
    const response = await get(FIRST);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toBe('whole');
  });
});
