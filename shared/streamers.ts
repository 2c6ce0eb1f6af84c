/** Channels: specification §3 (Streamer/channel) and §7 (`/streamers`). */
import * as z from 'zod';
import { Id, PageQuery } from './fields.ts';
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
});
