import { describe, expect, it } from 'vitest';
import { renditionPlaylist } from '#functions/browser-stream/playlist/live-playlist.service.ts';
import { aBroadcast } from '#test/support/api/broadcast/camera-rows.ts';
import { segmentRows, upTo } from '#test/support/api/broadcast/segment-rows.ts';

describe('the playlist of a direct broadcast', () => {
  it('promises no target duration before the first segment', async () => {
    const rows = segmentRows(...upTo(1));
    const readBefore = aBroadcast('B', { way: 'direct', targetDurationS: 5 });
    const readAfter = { ...readBefore, targetDurationS: 1, storedSegments: 1 };
    const playlistOf = (broadcast: typeof readBefore) =>
      renditionPlaylist(
        {
          broadcasts: { find: async () => broadcast, listSegments: async () => rows } as never,
          clock: () => 2000,
        },
        'B',
        'main',
      );
    await expect(playlistOf(readBefore)).rejects.toMatchObject({ code: 'not_found' });
    expect(await playlistOf(readAfter)).toContain('#EXT-X-TARGETDURATION:1\n');
  });
});
