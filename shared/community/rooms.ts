/** Rooms: the moderation of a channel's chat. A room has its channel's id. Not in the specification. */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import {
  count,
  described,
  entity,
  Id,
  notEmpty,
  Timestamp,
  trimmedText,
  Username,
  visibleText,
} from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { channelEmotesRoutes } from './channel-emotes.ts';
import { chatCommandsRoutes } from './chat-commands.ts';
import { ChatMessage } from './chat.ts';
import { Poll, Vote } from './polls.ts';
import {
  CHAT_APPEAL_MAX_LENGTH,
  CHAT_RULES_MAX_LENGTH,
  HELD_WORD_MAX_LENGTH,
  MAX_HELD_WORDS,
  SANCTION_REASON_MAX_LENGTH,
  SLOW_MODE_MAX_S,
  TIME_OUT_MAX_MINUTES,
} from '../limits.ts';

export const ChatRoom = entity('ChatRoom', {
  slow_mode_s: described(count(), 'Seconds from one message of a person to their next; 0: none'),
  followers_only: z.boolean(),
  links_allowed: z.boolean(),
  pinned: z.nullable(ChatMessage),
  poll: z.optional(
    described(Poll, 'The poll that runs, or whose result is two minutes old at most; left out: none'),
  ),
  moderators: described(z.array(z.string()), 'Usernames'),
  rules: described(z.string(), 'In the streamer’s words; empty: none'),
});
export type ChatRoom = z.infer<typeof ChatRoom>;

export const RoomMode = z.strictObject({
  slow_mode_s: z.int().check(z.gte(0), z.lte(SLOW_MODE_MAX_S)),
  followers_only: z.boolean(),
  links_allowed: z.boolean(),
});
export type RoomMode = z.infer<typeof RoomMode>;

const SanctionReason = described(z.string(), 'To the person; empty: none was given');

/** A time-out, or a ban; `until` null: until it is lifted. */
export const Sanction = entity('Sanction', {
  username: z.string(),
  until: z.nullable(Timestamp),
  reason: SanctionReason,
  appeal: described(
    z.nullable(z.object({ words: z.string(), at: Timestamp })),
    'What the person has answered; null: nothing',
  ),
});
export type Sanction = z.infer<typeof Sanction>;

export const Sanctions = entity('Sanctions', {
  sanctions: z.array(Sanction),
  next: described(z.nullable(z.string()), 'For `after`: the next page; null where there is none'),
});
export type Sanctions = z.infer<typeof Sanctions>;

export const ROOM_ACTS = [
  'time_out',
  'ban',
  'lift',
  'remove',
  'remove_comment',
  'end_poll',
  'clear',
  'mode',
  'rules',
  'words',
  'commands',
  'pin',
  'unpin',
  'appoint',
  'dismiss',
] as const;
export type RoomActName = (typeof ROOM_ACTS)[number];

/** An entry of the log of a chat's moderation. */
export const RoomAct = entity('RoomAct', {
  id: Id,
  at: Timestamp,
  act: z.enum(ROOM_ACTS),
  by: described(z.nullable(z.string()), 'Username; null: that account is gone'),
  username: described(z.nullable(z.string()), 'Whom it concerned; null: everybody'),
  reason: SanctionReason,
  until: described(z.nullable(Timestamp), 'Of a time-out'),
  messages: described(
    z.array(z.object({ message: z.string(), timestamp: Timestamp })),
    'Those that were removed; of `remove_comment` the comment under a video or clip of the channel',
  ),
  undone: z.nullable(z.object({ by: z.nullable(z.string()), at: Timestamp })),
  can_undo: described(z.boolean(), 'By the caller'),
});
export type RoomAct = z.infer<typeof RoomAct>;

const ROOM_ROLES = ['streamer', 'moderator', 'viewer'] as const;
export type RoomRole = (typeof ROOM_ROLES)[number];

/** The caller's role in a room, and whether they may write. */
export const OwnRole = entity('OwnRole', {
  role: z.enum(ROOM_ROLES),
  silenced: z.nullable(
    z.object({
      until: z.nullable(Timestamp),
      reason: SanctionReason,
      appeal: described(
        z.enum(['possible', 'sent', 'none']),
        'Whether the caller may answer, once; `none`: the streamer has blocked them',
      ),
    }),
  ),
  must_follow: described(z.boolean(), 'Followers alone may write, and the caller is none'),
  next_at: described(z.nullable(Timestamp), 'When slow mode lets them write again; null: now'),
  vote: z.optional(described(Vote, 'The caller’s latest in a poll of this chat, of the last day')),
});
export type OwnRole = z.infer<typeof OwnRole>;

const HeldWord = visibleText().check(notEmpty(), z.maxLength(HELD_WORD_MAX_LENGTH, broken('each_too_long')));
export const HeldWords = z.strictObject({
  words: z.array(HeldWord).check(z.maxLength(MAX_HELD_WORDS)),
});
export type HeldWords = z.infer<typeof HeldWords>;

const SanctionBody = z.strictObject({
  minutes: described(z.nullable(z.int().check(z.gte(1), z.lte(TIME_OUT_MAX_MINUTES))), 'null: a ban'),
  reason: z.optional(trimmedText().check(z.maxLength(SANCTION_REASON_MAX_LENGTH))),
});

const params = z.object({ id: Id });
const ofPerson = z.object({ id: Id, username: Username });
const signedIn = { access: 'signed-in', params } as const;
const moderating = { ...signedIn, errors: ['forbidden', 'not_found', 'conflict'] } as const;

export const roomsRoutes = routes({
  'GET /rooms/{id}': {
    summary: 'How a channel’s chat is led',
    access: 'public',
    params,
    response: ChatRoom,
    cache: { freshS: 1, staleWhileRevalidateS: 2 },
    errors: ['not_found'],
  },
  'PUT /rooms/{id}': {
    ...moderating,
    summary: 'Change how it is led. For the streamer and moderators, like all that follows',
    body: RoomMode,
    response: ChatRoom,
  },
  'PUT /rooms/{id}/rules': {
    ...moderating,
    summary: 'Write the chat’s rules, which pages ask people to accept. For the streamer alone',
    body: z.strictObject({ rules: trimmedText().check(z.maxLength(CHAT_RULES_MAX_LENGTH)) }),
    response: ChatRoom,
  },
  'GET /rooms/{id}/me': {
    ...signedIn,
    scope: 'chat:read',
    summary: 'What the caller is in a channel’s chat, and when they may write',
    response: OwnRole,
  },
  'POST /rooms/{id}/appeals': {
    ...signedIn,
    summary: 'Answer to a time-out or a ban, once; the streamer and moderators read it',
    body: z.strictObject({ words: trimmedText().check(notEmpty(), z.maxLength(CHAT_APPEAL_MAX_LENGTH)) }),
    status: 204,
    response: z.undefined(),
    errors: ['conflict'],
  },
  'DELETE /rooms/{id}/messages/{message_id}': {
    ...moderating,
    scope: 'moderation:write',
    summary:
      'Take a message away, from open pages and from the history: one’s own, or as a moderator. One that is gone: changes nothing',
    params: z.object({ id: Id, message_id: Id }),
    status: 204,
    response: z.undefined(),
  },
  'DELETE /rooms/{id}/people/{username}/messages': {
    ...moderating,
    scope: 'moderation:write',
    summary:
      'Take a person’s messages away, the newest first, some at a time: repeat it with `next` as `cursor` until that is null',
    params: ofPerson,
    query: z.object({
      after: described(
        z.optional(Id),
        'Only those after this id; left out: all. Any ULID will do: its time says since when',
      ),
      cursor: z.optional(Id),
    }),
    response: z.object({ removed: count(), next: z.nullable(z.string()) }),
  },
  'GET /rooms/{id}/acts': {
    ...moderating,
    summary: 'What the streamer and moderators have done in thirty days, newest first',
    query: z.object({ cursor: z.optional(Id) }),
    response: z.object({
      acts: z.array(RoomAct),
      next: described(z.nullable(z.string()), 'For `cursor`: the next page; null where there is none'),
    }),
  },
  'POST /rooms/{id}/acts/{act_id}/undo': {
    ...moderating,
    summary: 'Undo a time-out, a ban, the end of one, a removal, or what was done to a role',
    params: z.object({ id: Id, act_id: Id }),
    status: 204,
    response: z.undefined(),
  },
  'POST /rooms/{id}/clear': {
    ...moderating,
    summary: 'Take away all that was said so far',
    status: 204,
    response: z.undefined(),
  },
  'PUT /rooms/{id}/pin': {
    ...moderating,
    summary: 'Show one message above the chat',
    body: z.strictObject({ message_id: Id }),
    response: ChatRoom,
  },
  'DELETE /rooms/{id}/pin': { ...moderating, summary: 'Show none there', response: ChatRoom },
  'PUT /rooms/{id}/moderators/{username}': {
    ...moderating,
    summary: 'Name a moderator. For the streamer alone',
    params: ofPerson,
    response: ChatRoom,
  },
  'DELETE /rooms/{id}/moderators/{username}': {
    ...moderating,
    summary: 'Take the role back. For the streamer alone',
    params: ofPerson,
    response: ChatRoom,
  },
  'GET /rooms/{id}/sanctions': {
    ...moderating,
    scope: 'moderation:write',
    summary: 'Who may not write',
    query: z.object({ after: z.optional(Id) }),
    response: Sanctions,
  },
  'PUT /rooms/{id}/sanctions/{username}': {
    ...moderating,
    scope: 'moderation:write',
    summary: 'Silence somebody for some minutes, or ban them',
    params: ofPerson,
    body: SanctionBody,
    response: Sanction,
  },
  'DELETE /rooms/{id}/sanctions/{username}': {
    ...moderating,
    scope: 'moderation:write',
    summary: 'Let somebody write again',
    params: ofPerson,
    status: 204,
    response: z.undefined(),
  },
  'GET /rooms/{id}/words': { ...moderating, summary: 'The words that are held back', response: HeldWords },
  'PUT /rooms/{id}/words': {
    ...moderating,
    summary: 'Hold these words back, however they are written, and no others',
    body: HeldWords,
    response: HeldWords,
  },
  ...chatCommandsRoutes,
  ...channelEmotesRoutes,
});
