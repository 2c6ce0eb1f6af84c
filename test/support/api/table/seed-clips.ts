import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import type { StoredClip } from '#functions/clips/clip.ts';
import type { User } from '#shared/people/auth.ts';

type Person = Pick<User, 'id' | 'username'>;

/** Writes clips of a person's video that they, or somebody else, have made, as their making does, but without files. */
export async function seedClips(
  table: Table,
  owner: Person,
  videoId: string,
  count: number,
  clipper: Person = owner,
  change: Partial<StoredClip> = {},
): Promise<StoredClip[]> {
  const { clipsRepository } = await import('#functions/clips/table/clips.repository.ts');
  const clips = clipsRepository(table);
  const seeded = Array.from({ length: count }, () => ({ ...aClip(owner, videoId, clipper), ...change }));
  for (const clip of seeded) {
    const request = { kind: 'video', id: videoId, from_ms: 0, until_ms: 5000, title: clip.title } as const;
    await clips.begin({ ...clip, request }, { nowMs: 0, leaseMs: 0, dueMs: 9e14 });
    await clips.finish(clip);
  }
  return seeded;
}

function aClip({ id: channelId, username }: Person, videoId: string, clipper: Person): StoredClip {
  const id = ulid();
  const folder = `/media/clips/${channelId}/${id}`;
  return {
    id,
    channelId,
    username,
    clipperId: clipper.id,
    clipper: clipper.username,
    title: 'Five seconds of it',
    visibility: 'public',
    source: { kind: 'video', id: videoId, fromMs: 0 },
    playbackUrl: `${folder}/clip.m3u8`,
    startS: 0,
    durationS: 5,
    thumbnailUrl: `${folder}/0123456789abcdef.jpg`,
    isKept: false,
    views: 0,
    likes: 0,
    createdAt: new Date().toISOString(),
  };
}
