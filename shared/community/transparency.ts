/** The public log of the site's moderators. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, PageQuery, Timestamp, wholeNumber } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { ACTS, SUBJECTS, type Act } from '../plain/moderation/report-words.ts';
import { Reason } from './reports.ts';

const Hash = described(z.string().check(z.regex(/^[\da-f]{64}$/)), 'SHA-256 in hex');
const ActName = z.enum(Object.keys(ACTS) as [Act, ...Act[]]);

export const LogEntry = entity('LogEntry', {
  seq: z.int(),
  at: Timestamp,
  act: ActName,
  subject: z.enum(SUBJECTS),
  reason: z.nullable(Reason),
  until: z.nullable(Timestamp),
  sealed: described(Hash, 'Of who did what to whom, with a salt'),
  previous: described(Hash, 'Of the entry before'),
  hash: described(Hash, 'Of the entry in its canonical form: see `shared/plain/moderation/public-log.ts`'),
});

/** The last entry of a day. */
export const DayHead = entity('DayHead', {
  day: described(z.string(), 'A date of ISO 8601, UTC'),
  seq: z.int(),
  hash: Hash,
  line: described(z.string(), 'The same in one line, to be kept'),
});
export type DayHead = z.infer<typeof DayHead>;

export const LogSummary = entity('LogSummary', {
  head: described(z.nullable(DayHead), 'Null while nothing was ever done'),
  counts: z.array(z.object({ act: ActName, reason: z.nullable(Reason), count: count() })),
});
export type LogSummary = z.infer<typeof LogSummary>;

const cache = { freshS: 5, staleWhileRevalidateS: 30 } as const;

export const transparencyRoutes = routes({
  'GET /transparency': {
    summary: 'The newest entry of the public log, and how often what was done',
    access: 'public',
    response: LogSummary,
    cache,
  },
  'GET /transparency/entries': {
    summary: 'Entries of the public log in their order; `cursor` is the number after which they begin',
    access: 'public',
    query: z.object({
      cursor: z._default(wholeNumber().check(z.gte(0), z.lte(999_999_998)), 0),
      limit: PageQuery.limit,
    }),
    response: z.array(LogEntry),
    cache,
  },
  'GET /transparency/days': {
    summary: 'The last entry of each of the latest days on which something was done, newest first',
    access: 'public',
    query: z.object({ limit: PageQuery.limit }),
    response: z.array(DayHead),
    cache,
  },
});
