import { describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { entryPath, nextOf, orderOf, playingIn } from '#web/features/library/playlists/playing.ts';

const LIST = ulid();
const entry = (): PlaylistEntry => {
  const video = { ...aVideo({ id: ulid(), username: 'GaleForce' }), display_name: 'Gale Force' };
  return { kind: 'video', id: video.id, video };
};
const entries = Array.from({ length: 20 }, entry);
const gone: PlaylistEntry = { kind: 'video', id: ulid(), video: null };

describe('the address of what plays', () => {
  it('keeps the playlist, the random order and the repetition', () => {
    const playing = { listId: LIST, shuffle: 'k3', repeats: true };
    const path = entryPath(entries[0]!, playing);
    expect(path).toBe(`/channel/GaleForce/video/${entries[0]!.id}?list=${LIST}&shuffle=k3&repeat=1`);
    expect(playingIn(new URLSearchParams(path.split('?')[1]))).toEqual(playing);
  });

  it.each(['', 'list=', 'list=../me', 'list=<b>'])('is of no playlist with “%s”', (query) => {
    expect(playingIn(new URLSearchParams(query))).toBeNull();
  });

  it('ignores a seed that is none', () => {
    expect(playingIn(new URLSearchParams(`list=${LIST}&shuffle=<b>`))).toMatchObject({ shuffle: '' });
  });
});

describe('the order', () => {
  it('is the owner’s, without what is not available', () => {
    expect(orderOf([gone, ...entries], '')).toEqual(entries);
  });

  it('is random by a seed, and the same again with one entry less', () => {
    const shuffled = orderOf(entries, 'k3');
    expect(shuffled).not.toEqual(entries);
    expect(new Set(shuffled)).toEqual(new Set(entries));
    expect(orderOf(entries, 'k4')).not.toEqual(shuffled);
    const [removed, ...rest] = entries;
    expect(orderOf(rest, 'k3')).toEqual(shuffled.filter((one) => one !== removed));
  });

  it('ends after the last entry, or begins again', () => {
    expect(nextOf(entries, entries[0]!.id, false)).toBe(entries[1]);
    expect(nextOf(entries, entries.at(-1)!.id, false)).toBeUndefined();
    expect(nextOf(entries, entries.at(-1)!.id, true)).toBe(entries[0]);
    expect(nextOf(entries.slice(0, 1), entries[0]!.id, true)).toBeUndefined();
    expect(nextOf(entries, gone.id, true)).toBeUndefined();
  });
});
