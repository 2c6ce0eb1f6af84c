/** The work of the site's moderators. Not in the specification. */
import { ULID } from '../plain/ulid.ts';
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { count, described, entity, Id, PageQuery, Timestamp, trimmedText } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { MAX_SUSPENSION_DAYS, MODERATOR_WORDS_MAX_LENGTH } from '../limits.ts';
import { SUBJECTS } from '../plain/moderation/report-words.ts';
import { Reason } from './reports.ts';

/** Kind and id of the reported item. */
const CaseId = z
  .string()
  .check(
    z.regex(
      new RegExp(
        `^(message|comment(\\.clip)?|video|clip|playlist|channel|profile|emote|appeal)(\\.${ULID}){1,3}$`,
      ),
      broken('not_an_id'),
    ),
  );

/** A copy made at the time of the report. */
export const Evidence = entity('Evidence', {
  text: z.string(),
  title: z.nullable(z.string()),
  picture_urls: z.array(z.string()),
  channel: described(
    z.optional(z.string()),
    'Of a message: in whose chat it is; of a clip or an emote: of whose channel it is',
  ),
  at: described(z.nullable(Timestamp), 'When a message was written'),
  suspension: described(
    z.optional(z.object({ reason: Reason, words: z.string(), until: z.nullable(Timestamp) })),
    'Of an appeal: what it is against',
  ),
});
export type Evidence = z.infer<typeof Evidence>;

export const Decision = entity('Decision', {
  act: z.enum(['dismiss', 'remove', 'suspend', 'lift']),
  reason: z.nullable(Reason),
  until: described(z.nullable(Timestamp), 'Of a suspension: its end; null: it has none'),
  words: described(z.string(), 'To whom it concerns'),
  at: Timestamp,
  seq: described(z.int(), 'Of its entry in the public log'),
});
export type Decision = z.infer<typeof Decision>;

/** One reported item with all its reports. */
export const ModerationCase = entity('ModerationCase', {
  id: CaseId,
  kind: z.enum(SUBJECTS),
  channel_id: described(Id, 'Whose it is'),
  username: z.string(),
  evidence: Evidence,
  reports: count(),
  reasons: z.array(z.object({ reason: Reason, count: count() })),
  first_at: described(Timestamp, 'Of the first report, and of the latest'),
  latest_at: Timestamp,
  is_open: z.boolean(),
  version: described(z.int(), 'Grows with every decision; send it along'),
  decisions: described(z.array(Decision), 'Those in force; undoing takes the last one back'),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

/** A case with context for the decision. */
export const CaseContext = entity('CaseContext', {
  case: ModerationCase,
  reports: z.array(z.object({ reason: Reason, words: z.string(), at: Timestamp })),
  said_before: described(
    z.array(z.object({ username: z.string(), message: z.string(), timestamp: Timestamp })),
    'Of a message: what the chat said before it, oldest first',
  ),
  suspension: described(
    z.nullable(z.object({ until: z.nullable(Timestamp), reason: z.nullable(Reason) })),
    'Whether the person is suspended now',
  ),
  acts_before: described(count(), 'Acts that concerned the same person; at most 50 are counted'),
  is_yours: described(z.boolean(), 'It concerns the caller, or another moderator: others decide'),
});
export type CaseContext = z.infer<typeof CaseContext>;

const params = z.object({ case_id: CaseId });
const version = z.int();

export const DecideBody = z.strictObject({
  version,
  act: described(
    z.enum(['dismiss', 'remove', 'suspend', 'lift', 'undo']),
    '`lift` ends the suspension of the reported person; `undo` takes the last decision back',
  ),
  reason: described(z.optional(Reason), 'Needed to remove and to suspend'),
  days: described(
    z.optional(z.nullable(z.int().check(z.gte(1), z.lte(MAX_SUSPENSION_DAYS)))),
    'Of a suspension; null: for good',
  ),
  words: z.optional(trimmedText().check(z.maxLength(MODERATOR_WORDS_MAX_LENGTH))),
});
export type DecideBody = z.infer<typeof DecideBody>;

const list = {
  access: 'signed-in',
  query: z.object({ cursor: PageQuery.cursor }),
  response: z.object({ cases: z.array(ModerationCase), next: z.nullable(z.string()) }),
  errors: ['forbidden'],
} as const;

export const moderationRoutes = routes({
  'GET /moderation/cases': {
    summary: 'What waits for a decision, the longest first',
    ...list,
  },
  'GET /moderation/decided': { summary: 'What was decided, latest first', ...list },
  'GET /moderation/cases/{case_id}': {
    summary: 'A case, with what was said about and before it',
    access: 'signed-in',
    params,
    response: CaseContext,
    errors: ['forbidden', 'not_found'],
  },
  'POST /moderation/cases/{case_id}': {
    summary: 'Decide a case, or take its last decision back; the same again answers the same',
    access: 'signed-in',
    params,
    body: DecideBody,
    response: ModerationCase,
    errors: ['forbidden', 'not_found', 'conflict', 'busy'],
  },
});
