import type { TestUser } from '../local-api.ts';
import type { VideosStage } from '../videos/videos-stage.ts';
import { failedLogIns, profile, secondFactor } from './account.ts';
import {
  blockedPeople,
  chat,
  follows,
  news,
  plans,
  polls,
  raids,
  reports,
  rooms,
  siteModeration,
  webhooks,
} from './community.ts';
import { audience, broadcasts, stream } from './live.ts';
import type { SeededIds, Seeding } from './seeding.ts';
import {
  captions,
  clips,
  comments,
  fans,
  library,
  playlists,
  replay,
  uploads,
  videos,
  views,
} from './videos.ts';

/** Each part of a person's data, in the order of seeding. */
const PARTS = {
  profile,
  follows,
  chat,
  polls,
  raids,
  rooms,
  blockedPeople,
  news,
  reports,
  siteModeration,
  plans,
  webhooks,
  videos,
  replay,
  captions,
  uploads,
  fans,
  comments,
  library,
  views,
  clips,
  playlists,
  stream,
  broadcasts,
  audience,
  secondFactor,
  failedLogIns,
} satisfies Readonly<Record<string, (seeding: Seeding) => Promise<void>>>;

export type PersonPart = keyof typeof PARTS;

/** How many people all parts sign up beside the two. */
export const SEEDED_PEOPLE = 5;

export interface SeedOptions {
  /** @default all */
  readonly parts?: readonly PersonPart[];
  /** @default 'Northwind' */
  readonly name?: string;
}

/**
 * Writes data of a person, through the API where there is a route. All parts together leave something behind in each part of
 * the site, and end with the person live from the camera. The site has IVS's and S3's stand-ins.
 */
export async function seedPerson(
  stage: VideosStage,
  person: TestUser,
  friend: TestUser,
  { parts, name = 'Northwind' }: SeedOptions = {},
): Promise<SeededIds> {
  const ids = {
    videoIds: [],
    replayId: '',
    clipId: '',
    playlistId: '',
    commentId: '',
    fanIds: [],
    occurrenceId: '',
    broadcastId: '',
    captionedAtMs: 0,
  };
  const seeding = { stage, site: stage.site, person, friend, name, ids };
  for (const [part, seed] of Object.entries(PARTS))
    if (!parts || parts.includes(part as PersonPart)) await seed(seeding);
  return ids;
}
