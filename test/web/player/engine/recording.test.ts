import { describe, expect, it } from 'vitest';
import { growingPlaylist } from '#web/features/player/engine/rewind/recording-playlist.ts';
import { recordingSource } from '#web/features/player/live/player-source.ts';

const START = Date.UTC(2026, 10, 28, 7);
const playlist = [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  '#EXT-X-TARGETDURATION:10',
  '#EXT-X-PLAYLIST-TYPE:EVENT',
  ...[0, 10, 60].flatMap((atS) => [
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(START + atS * 1000).toISOString()}`,
    '#EXTINF:10.000,',
    `${atS}.ts`,
  ]),
  '#EXT-X-ENDLIST',
  '',
].join('\n');

describe('the playlist of a recording that grows', () => {
  it('has no end, and starts at a time', () => {
    const growing = growingPlaylist(playlist, START + 15_000);
    expect(growing).not.toMatch(/ENDLIST|PLAYLIST-TYPE/);
    expect(growing).toContain('#EXT-X-START:TIME-OFFSET=15.000,PRECISE=YES');
    expect(growing.match(/\.ts$/gm)).toHaveLength(3);
    expect(growingPlaylist(playlist, null)).not.toContain('EXT-X-START');
  });

  it('starts at the beginning for an earlier time, and behind a gap for one in it', () => {
    expect(growingPlaylist(playlist, START - 60_000)).toContain('TIME-OFFSET=0.000,');
    expect(growingPlaylist(playlist, START + 40_000)).toContain('TIME-OFFSET=20.000,');
  });
});

describe('the past of a stream through software', () => {
  it('is there with its recording, and begins when that began', () => {
    const source = recordingSource();
    expect(source.url).toBeNull();
    const recording_url =
      '/ivs/v1/123456789012/AsXego4U6tnj/2026/11/28/7/0/j8Z9O91ndcVs/media/hls/master.m3u8';
    source.setChannel({ recording_url, recording_started_at: '2026-11-28T07:00:38.000Z' });
    expect([source.url, source.airedMs]).toEqual([recording_url, START + 38_000]);
    source.setChannel({});
    expect(source.url).toBeNull();
  });
});
