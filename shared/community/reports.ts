/** Reports of content, and appeals of suspended people. Not in the specification. */
import * as z from 'zod/mini';
import { described, entity, Id, notEmpty, Timestamp, trimmedText } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { Commented } from './comments.ts';
import { APPEAL_MAX_LENGTH, REPORT_WORDS_MAX_LENGTH } from '../limits.ts';
import { REPORT_REASONS, REPORTED_KINDS, type ReportReason } from '../plain/moderation/report-words.ts';

export const Reason = z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]);

export const ReportBody = z.strictObject({
  kind: z.enum(REPORTED_KINDS),
  id: described(
    Id,
    'The video’s, the clip’s or the playlist’s id; of a comment, that of its video or clip; of a channel, its profile, an emote of it or a message in its chat, the channel’s',
  ),
  message_id: described(z.optional(Id), 'Of a message, comment or emote, and only then'),
  reply_id: described(z.optional(Id), 'Of a reply to that comment'),
  under: described(z.optional(Commented), 'Of a comment; left out: a video'),
  reason: Reason,
  words: described(
    z.optional(trimmedText().check(z.maxLength(REPORT_WORDS_MAX_LENGTH))),
    'What the reporter adds',
  ),
});
export type ReportBody = z.infer<typeof ReportBody>;

/** A removal by the site's moderators, for the owner. */
const Removal = entity('Removal', {
  kind: z.enum(REPORTED_KINDS),
  reason: z.nullable(Reason),
  words: described(z.string(), 'Of the moderator, to the owner'),
  at: Timestamp,
});
export type Removal = z.infer<typeof Removal>;

export const AppealBody = z.strictObject({
  words: trimmedText().check(notEmpty(), z.maxLength(APPEAL_MAX_LENGTH)),
});

export const reportsRoutes = routes({
  'POST /reports': {
    summary:
      'Report a message, comment, video, clip, playlist, channel, profile or emote; once more, while it waits, changes nothing',
    access: 'signed-in',
    body: ReportBody,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  'GET /reports/removals/{id}': {
    summary: 'Why the site’s moderators removed something of the caller’s own; empty where they did not',
    access: 'signed-in',
    params: z.object({
      id: described(Id, 'Of a video, a clip or a playlist; or of the channel, for it and its profile'),
    }),
    response: z.array(Removal),
  },
  'POST /reports/appeals': {
    summary: 'Answer to a suspension; the site’s moderators read it',
    access: 'signed-in',
    openToSuspended: true,
    body: AppealBody,
    status: 204,
    response: z.undefined(),
    errors: ['conflict', 'too_many_requests'],
  },
});
