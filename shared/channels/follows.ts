/** Follows: specification §3 (Follow status, Followed-channels response) and §7 (`/follows`). */
import * as z from 'zod/mini';
import { described, entity, Id } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { Channel } from './channels.ts';

export const FollowStatus = entity('FollowStatus', { isFollowing: z.boolean() });
export type FollowStatus = z.infer<typeof FollowStatus>;

/** Also whether the caller gets the channel's notifications; `PUT /news/bells/{channel_id}` changes it. */
export const Following = entity('Following', { ...FollowStatus.shape, bell: z.boolean() });
export type Following = z.infer<typeof Following>;

/** `followedChannels` is the specification's list of ids; `channels` saves the page a request for each. */
export const FollowedChannels = entity('FollowedChannels', {
  followedChannels: z.array(Id),
  channels: z.array(Channel),
  bells: described(z.array(Id), 'Those of them whose news reach the caller'),
});
export type FollowedChannels = z.infer<typeof FollowedChannels>;

const params = z.object({ id: Id });

export const followsRoutes = routes({
  'GET /follows': {
    summary: 'The channels that the caller follows: live ones first',
    access: 'signed-in',
    response: FollowedChannels,
  },
  'GET /follows/{id}': {
    summary: 'Whether the caller follows a channel',
    access: 'signed-in',
    params,
    response: Following,
  },
  'POST /follows/{id}': {
    summary: 'Follow a channel. While following already: changes nothing',
    access: 'signed-in',
    params,
    response: FollowStatus,
    errors: ['not_found', 'conflict', 'busy', 'unavailable'],
  },
  'DELETE /follows/{id}': {
    summary: 'Unfollow a channel. While not following: changes nothing',
    access: 'signed-in',
    openToSuspended: true,
    params,
    response: FollowStatus,
    errors: ['not_found', 'busy', 'unavailable'],
  },
});
