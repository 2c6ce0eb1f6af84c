import { PutObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { seedClips } from '../table/seed-clips.ts';
import { OUTPUTS, seedVideos } from '../table/seed-videos.ts';
import type { Known } from './near-valid.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { passTo } from '../passes.ts';

/** What fields may well hold on the routes of clips: of each person a clip of their own, and of `cleo` a video to be clipped. */
export async function knownClips(
  site: LocalApi,
  cleo: TestUser,
  friends: readonly TestUser[],
): Promise<readonly (readonly [route: string, known: Known])[]> {
  const [video] = await seedVideos(site.table, cleo, [{ status: 'ready' }]);
  await putFilm(site);
  const [hers] = await seedClips(site.table, cleo, video!.id, 1);
  const own = await Promise.all(friends.map((friend) => clipOf(site, friend)));
  return [
    ['/clips/', { id: fc.constantFrom(...own) }],
    [
      'POST /clips',
      {
        kind: fc.constantFrom('video', 'video', 'video', 'live'),
        id: fc.constant(video!.id),
        from_ms: fc.constantFrom(0, 1500),
        until_ms: fc.constantFrom(6500, 9000, 1_000_000),
      },
    ],
    [
      'POST /clips/{id}/views',
      { id: fc.constant(hers!.id), pass: fc.constant(await passTo(site, 'clip', hers!.id)) },
    ],
  ];
}

async function clipOf({ table }: LocalApi, person: TestUser): Promise<string> {
  const [video] = await seedVideos(table, person, [{ status: 'ready', visibility: 'unlisted' }]);
  const [clip] = await seedClips(table, person, video!.id, 1);
  return clip!.id;
}

/** Ten seconds, in segments of two, where seeded videos have their playlist. */
async function putFilm({ storage }: LocalApi): Promise<void> {
  // The adapters are loaded after the environment is set.
  const { s3 } = await import('#functions/aws/objects/s3.ts');
  const folder = OUTPUTS.playback_url.slice(1, -'video.m3u8'.length);
  const names = [0, 1, 2, 3, 4].map((n) => `${n}.ts`);
  const segments = names.map((name) => `#EXTINF:2,\n${name}\n`).join('');
  const files = {
    'video.m3u8': `#EXTM3U\n${segments}`,
    ...Object.fromEntries(names.map((name) => [name, name])),
  };
  for (const [name, Body] of Object.entries(files))
    await s3().send(new PutObjectCommand({ Bucket: storage?.mediaBucket ?? '', Key: folder + name, Body }));
}
