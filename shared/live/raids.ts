/** Raids: a streamer sends the viewers to another live channel. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Id, IdempotencyKey, Timestamp, Username } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { Channel } from '../channels/channels.ts';

/** From whom a channel accepts raids. */
export const RAIDERS = ['all', 'followed', 'none'] as const;
export type Raiders = (typeof RAIDERS)[number];

const RaidSettings = z.strictObject({
  accepts: described(
    z.enum(RAIDERS),
    'From whom the channel accepts raids: all channels, those that its owner follows, or none. Never from blocked or banned people',
  ),
});

export const Raid = entity('Raid', {
  id: described(Id, 'Also of the message in the raided channel’s chat'),
  at: Timestamp,
  target: z.pick(Channel, { id: true, username: true, display_name: true, avatar: true }),
  viewers: described(z.optional(count()), 'Of the raider; left out: they hide the number of viewers'),
});
export type Raid = z.infer<typeof Raid>;

export const Raids = entity('Raids', {
  ...RaidSettings.shape,
  next_at: described(z.nullable(Timestamp), 'When the caller may raid again; null: now'),
  recent: described(
    z.array(Channel),
    'The channels that the caller has raided in thirty days, the latest first',
  ),
});
export type Raids = z.infer<typeof Raids>;

export const raidsRoutes = routes({
  'GET /raids': {
    summary: 'From whom the caller’s channel accepts raids, and which channels it has raided',
    access: 'signed-in',
    scope: 'stream:manage',
    response: Raids,
  },
  'PUT /raids/settings': {
    summary: 'Choose from whom the caller’s channel accepts raids',
    access: 'signed-in',
    body: RaidSettings,
    response: RaidSettings,
  },
  'POST /raids': {
    summary:
      'Send the viewers of the caller’s live channel to another one: their pages offer to stay, and move after ten seconds. Once in ten minutes; the broadcast goes on',
    access: 'signed-in',
    scope: 'stream:manage',
    body: z.strictObject({ username: Username }),
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: Raid,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  },
});
