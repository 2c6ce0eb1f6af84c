import fc from 'fast-check';
import { ulid } from 'ulid';
import { aFanBody } from '../fan-bodies.ts';
import { seedVideos } from '../table/seed-videos.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import type { Known } from './near-valid.ts';

/** What fields may well hold on the routes of fans: of each person a fan and a video, and of `cleo` fans that stay. */
export async function knownFans(
  site: LocalApi,
  cleo: TestUser,
  friends: readonly TestUser[],
): Promise<readonly (readonly [route: string, known: Known])[]> {
  const hers = [await fanOf(site, cleo), await fanOf(site, cleo)];
  const own = await Promise.all(friends.map((friend) => fanOf(site, friend)));
  const seeded = friends.map((friend) => seedVideos(site.table, friend, [{ status: 'ready' }]));
  const videos = (await Promise.all(seeded)).flat().map(({ id }) => id);
  const { maker, model } = aFanBody({});
  return [
    [
      '/fans/',
      {
        id: fc.constantFrom(...own),
        channel_id: fc.constant(cleo.id),
        video_id: fc.constantFrom(...videos),
        fan_ids: fc.constantFrom([], ...own.map((id) => [id])),
        maker: fc.constant(pathOf(maker)),
        model: fc.constant(pathOf(model)),
      },
    ],
    ['/fans/compare/', { ids: fc.constantFrom(hers.join(), [hers[0], ...own].join()) }],
    ['PUT /fans/{id}', aBody],
  ];
}

const pathOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const line = fc.stringMatching(/^[a-z][a-z ]{0,9}[a-z]$/);
const aBody: Known = {
  maker: line,
  model: line,
  kind: line,
  motor: line,
  year: fc.constantFrom(null, 1962),
  blades: fc.constantFrom(null, 4),
  diameter_cm: fc.constantFrom(null, 30.5),
  watts: fc.constantFrom(null, 45),
  air_flow_m3h: fc.constantFrom(null, 2100),
  noise_dba: fc.constantFrom(null, 48.5),
  speeds: fc.constantFrom(null, 3),
  picture_urls: fc.constant([]),
  repairs: fc.constantFrom([], [{ on: '2026-01-31', text: 'New bearings' }]),
};

async function fanOf(site: LocalApi, { token }: TestUser): Promise<string> {
  const id = ulid();
  expectSuccess('PUT /fans/{id}', await site.api('PUT', `/fans/${id}`, { token, body: aFanBody({}) }));
  return id;
}
