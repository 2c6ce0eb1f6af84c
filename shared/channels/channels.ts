/** Channels: specification §3 (Streamer/channel) and §7 (`/streamers`). */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import {
  count,
  described,
  entity,
  Game,
  Id,
  notEmpty,
  PageQuery,
  PictureUrl,
  Tags,
  Timestamp,
  Title,
  trimmedText,
  visibleText,
} from '../base/fields.ts';
import { linkProblem } from '../base/profile-link.ts';
import { MAX_PROFILE_LINKS, PROFILE_LINK_MAX_LENGTH, PROFILE_MAX_LENGTHS } from '../limits.ts';
import { routes } from '../base/route.ts';
import { OF_A_CHANNEL, OF_LISTS } from '../plain/freshness.ts';
import type { PROFILE_LINKS, ProfileField } from './profile-fields.ts';
import { MAX_BLADES } from '../plain/fans/meter-limits.ts';

/**
 * Whether a live channel receives video. `null` while it is offline; `waiting` also while it is not live because the
 * picture of its stream has stopped, which may come back.
 */
export const Ingest = z.enum(['waiting', 'receiving']);
export type Ingest = z.infer<typeof Ingest>;

/** A fan's number of blades. */
export const Blades = z.nullable(z.int().check(z.gte(1), z.lte(MAX_BLADES)));

/** Whether viewers see the fan meter on the picture. */
const VisibleMeter = z.strictObject({
  blades: described(Blades, 'Of the fan, as its owner has counted them; null: not counted'),
});
export type VisibleMeter = z.infer<typeof VisibleMeter>;

const ProfileLink = entity('ProfileLink', {
  url: z.string(),
  host: described(z.string(), 'Of the address, as people read it; in Punycode where its letters mislead'),
});
export type ProfileLink = z.infer<typeof ProfileLink>;

export const Channel = entity('Channel', {
  id: Id,
  username: described(z.string(), 'As the owner typed it; compared without regard to case'),
  display_name: z.string(),
  avatar: described(z.string(), 'URL of a picture; empty: draw the default'),
  thumbnail_url: described(z.string(), 'URL of a picture; empty: draw the default'),
  live_thumbnail_url: described(
    z.string(),
    'URL of a picture of the stream as it is now; another one may be there a minute later. Empty: there is none',
  ),
  title: z.string(),
  game: z.string(),
  description: z.string(),
  schedule: z.string(),
  links: described(z.optional(z.array(ProfileLink)), 'In its owner’s order; left out where there are none'),
  tags: z.array(z.string()),
  is_live: z.boolean(),
  ingest: described(
    z.nullable(Ingest),
    'Whether video arrives. waiting with is_live false: a stream through software was interrupted, and may go on; null: offline',
  ),
  viewers: described(z.optional(count()), 'Left out: its owner hides the number of viewers'),
  followers: count(),
  video_url: described(z.string(), 'The HLS playlist while live; empty when there is none'),
  recording_url: described(
    z.optional(z.string()),
    'The HLS playlist of what a live stream through software has recorded so far, to rewind it; left out: it cannot be rewound',
  ),
  recording_started_at: described(z.optional(Timestamp), 'The beginning of that recording; left out with it'),
  is_unrecorded: described(
    z.optional(z.literal(true)),
    'What is live is not kept: it cannot be rewound or clipped',
  ),
  captions_language: described(
    z.optional(z.string()),
    'A BCP 47 language tag: the broadcast that is live has captions; left out: it has none so far',
  ),
  meter: described(
    z.optional(VisibleMeter),
    'Viewers see on the picture how fast the fan turns, as their own page hears it; left out: they do not',
  ),
});
export type Channel = z.infer<typeof Channel>;

const withinLength = z.maxLength(PROFILE_LINK_MAX_LENGTH, broken('each_too_long'));

/** As browsers write it, which may be longer than what was typed. */
const LinkAddress = z.pipe(
  trimmedText().check(withinLength, (payload) => {
    const message = linkProblem(payload.value);
    if (message) payload.issues.push({ code: 'custom', input: payload.value, message });
  }),
  z.pipe(
    z.transform((address: string) => new URL(address).href),
    z.string().check(withinLength),
  ),
);

const LinkAddresses = z.pipe(
  z.array(LinkAddress).check(z.maxLength(MAX_PROFILE_LINKS)),
  z.transform((addresses: string[]) => [...new Set(addresses)]),
);

/** Missing fields stay unchanged. */
const profileUpdate = {
  display_name: z.optional(visibleText().check(notEmpty(), z.maxLength(PROFILE_MAX_LENGTHS.display_name))),
  description: z.optional(trimmedText().check(z.maxLength(PROFILE_MAX_LENGTHS.description))),
  schedule: z.optional(trimmedText().check(z.maxLength(PROFILE_MAX_LENGTHS.schedule))),
  avatar: z.optional(PictureUrl),
  thumbnail_url: z.optional(PictureUrl),
  links: described(z.optional(LinkAddresses), 'Addresses with `https` and the name of a site'),
} satisfies Record<ProfileField | typeof PROFILE_LINKS, z.ZodMiniType>;
export const ProfileUpdate = z.strictObject(profileUpdate);
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** Missing fields stay unchanged. `is_live: false` ends the broadcast; going live needs a stream. */
export const StatusUpdate = z.strictObject({
  title: z.optional(Title),
  game: described(z.optional(Game), 'While live from the camera one of the ten categories'),
  tags: z.optional(Tags),
  keep_replay: described(
    z.optional(z.boolean()),
    'Whether the broadcast that is live becomes a video, and those after it. Through software it cannot be turned on for a stream that began without',
  ),
  auto_start: described(
    z.optional(z.boolean()),
    'Whether software that connects makes the channel live, with the last title, category and tags',
  ),
  meter: described(
    z.optional(z.nullable(VisibleMeter)),
    'Whether viewers see on the picture how fast the fan turns, in this broadcast and those after it; null: they do not',
  ),
  hides_viewers: described(
    z.optional(z.boolean()),
    'Whether the number of viewers is hidden from everybody else, in this broadcast and those after it',
  ),
  is_live: z.optional(z.literal(false, broken('only_false'))),
});
export type StatusUpdate = z.infer<typeof StatusUpdate>;

const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
);

/** Channels that never streamed come last in each order. */
export const ChannelOrder = z.enum(['viewers', 'followers', 'newest']);
export type ChannelOrder = z.infer<typeof ChannelOrder>;

export const channelsRoutes = routes({
  'GET /streamers': {
    summary:
      'Channels, those that never streamed last. By viewers: live ones first, then the others by followers; by followers; or the newest first',
    access: 'public',
    query: z.object({ live: z.optional(Flag), order: z._default(ChannelOrder, 'viewers'), ...PageQuery }),
    response: z.array(Channel),
    paged: true,
    cache: OF_LISTS,
  },
  'GET /streamers/{username}': {
    summary: 'One channel',
    access: 'public',
    params: z.object({ username: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    response: Channel,
    cache: OF_A_CHANNEL,
    errors: ['not_found'],
  },
  'PUT /streamers/profile': {
    summary: 'Change what stands on the caller’s channel',
    access: 'signed-in',
    body: ProfileUpdate,
    response: Channel,
    errors: ['forbidden', 'not_found', 'conflict', 'busy', 'unavailable'],
  },
  'PATCH /streamers/status': {
    summary: 'Change what the caller’s channel shows, or end its broadcast',
    access: 'signed-in',
    scope: 'stream:manage',
    body: StatusUpdate,
    response: Channel,
    errors: ['not_found', 'conflict', 'busy', 'unavailable'],
  },
});
