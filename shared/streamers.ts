/** Channels: specification §3 (Streamer/channel) and §7 (`/streamers`). */
import * as z from 'zod';
import { Game, Id, PageQuery, Tags, text, Title } from './fields.ts';
import { DESCRIPTION_MAX_LENGTH, DISPLAY_NAME_MAX_LENGTH, SCHEDULE_MAX_LENGTH } from './limits.ts';
import { routes } from './route.ts';

/** Whether video arrives at a live channel. `null` while the channel is offline. */
export const Ingest = z.enum(['waiting', 'receiving']);
export type Ingest = z.infer<typeof Ingest>;

export const Channel = z
  .object({
    id: Id,
    username: z.string().meta({ description: 'As the owner typed it; compared without regard to case' }),
    display_name: z.string(),
    avatar: z.string().meta({ description: 'URL of a picture; empty: draw the default' }),
    thumbnail_url: z.string().meta({ description: 'URL of a picture; empty: draw the default' }),
    title: z.string(),
    game: z.string(),
    description: z.string(),
    schedule: z.string(),
    tags: z.array(z.string()),
    is_live: z.boolean(),
    ingest: Ingest.nullable(),
    viewers: z.int().min(0),
    followers: z.int().min(0),
    video_url: z.string().meta({ description: 'The HLS playlist while live; empty when there is none' }),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

const atMost = (length: number) => text().trim().max(length, `must have at most ${length} characters`);

/** A picture of one's own (`POST /pictures/{id}/complete`), or empty for the default. */
const PictureUrl = text().regex(
  /^(\/media\/pictures\/[0-9A-HJKMNP-TV-Z]{26}\/[0-9A-HJKMNP-TV-Z]{26}\.(jpg|png|webp))?$/,
  'must be a picture that you uploaded',
);

/** Fields that are left out stay as they are. */
export const ProfileUpdate = z.strictObject({
  display_name: atMost(DISPLAY_NAME_MAX_LENGTH).min(1, 'is required').optional(),
  description: atMost(DESCRIPTION_MAX_LENGTH).optional(),
  schedule: atMost(SCHEDULE_MAX_LENGTH).optional(),
  avatar: PictureUrl.optional(),
  thumbnail_url: PictureUrl.optional(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** Fields that are left out stay as they are. `is_live: false` ends one's broadcast; going live needs a stream. */
export const StatusUpdate = z.strictObject({
  title: Title.optional(),
  game: Game.optional(),
  tags: Tags.optional(),
  is_live: z.literal(false, 'may only be false: go live with Create Stream').optional(),
});
export type StatusUpdate = z.infer<typeof StatusUpdate>;

const Flag = z.enum(['true', 'false'], "must be 'true' or 'false'").transform((value) => value === 'true');

export const streamersRoutes = routes({
  'GET /streamers': {
    summary: 'Channels: live ones first (by viewers), then the others (by followers)',
    access: 'public',
    query: z.object({ live: Flag.optional(), ...PageQuery }),
    response: z.array(Channel),
    paged: true,
    cache: { freshS: 2, staleWhileRevalidateS: 10 },
  },
  'GET /streamers/{username}': {
    summary: 'One channel',
    access: 'public',
    params: z.object({ username: z.string().trim().min(1).max(100) }),
    response: Channel,
    cache: { freshS: 1, staleWhileRevalidateS: 5 },
    errors: ['not_found'],
  },
  'PUT /streamers/profile': {
    summary: 'Change what stands on the caller’s channel',
    access: 'signed-in',
    body: ProfileUpdate,
    response: Channel,
    errors: ['forbidden', 'not_found', 'unavailable'],
  },
  'PATCH /streamers/status': {
    summary: 'Change what the caller’s channel shows, or end its broadcast',
    access: 'signed-in',
    body: StatusUpdate,
    response: Channel,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
});
