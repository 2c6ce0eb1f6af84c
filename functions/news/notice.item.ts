/**
 * Notices, as the table holds them. Keys:
 *
 * | item   | pk            | sk       | gsi1pk     | gsi1sk | gsi2pk                    | gsi2sk | gsi3pk                   | gsi3sk |
 * |--------|---------------|----------|------------|--------|---------------------------|--------|--------------------------|--------|
 * | notice | `NOTICE#<id>` | `NOTICE` | `NEWS_DUE` | due    | `NOTICES_OF#<channel id>` | `<at>` | `NOTICES_OF#<author id>` | `<at>` |
 * | part   | the same      | `PART#<first>` | `NEWS_DUE` | due |                          |        |                          |        |
 *
 * A part has those pages of a large audience that are queued and not delivered; it is deleted with the last one.
 * A notice for one person has that person in `gsi3`.
 * A notice is written with `is_fresh`, in the transaction of its cause; the table's stream then starts the delivery in the
 * Lambda `news` (`infra/agreed/news-queue.ts`). It is in `gsi1` until its whole audience is queued, and so are its parts, so
 * that a scheduled task can resume an interrupted delivery.
 */
import { NEWS_KEPT_MS } from '#shared/limits.ts';
import type { NewsKind } from '#shared/people/news.ts';
import type { ModerationEvent } from '#shared/plain/moderation/moderation-events.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { seconds } from '#functions/base/seconds.ts';
import type { Notice, PlanChange } from './notice.ts';

export const NOTICE_PREFIX = 'NOTICE#';
export const NEWS_DUE = 'NEWS_DUE';

export const noticeKey = (id: string) => ({ pk: NOTICE_PREFIX + id, sk: 'NOTICE' });
export const partKey = (id: string, first: string) => ({ pk: NOTICE_PREFIX + id, sk: `PART#${first}` });
export const noticeExpiry = (at: string): number => seconds(Date.parse(at) + NEWS_KEPT_MS);
export const noticesOf = (id: string): string => `NOTICES_OF#${id}`;

export interface NoticeItem {
  readonly pk: string;
  readonly kind: NewsKind;
  readonly channel_id: string;
  readonly at: string;
  readonly video_id?: string;
  readonly clip_id?: string;
  readonly author_id?: string;
  readonly named?: readonly string[];
  readonly occurrence_id?: string;
  readonly change?: PlanChange;
  readonly person_id?: string;
  readonly event?: ModerationEvent;
  readonly title?: string;
  /** The last person of the audience who was queued. */
  readonly reached?: string;
}

/** The scheduled task resumes a notice after this time. */
const RESUME_AFTER_MS = 5 * 60_000;

export const noticeWrite = ({ TableName }: Table, notice: Notice): Write => ({
  Put: { TableName, Item: noticeItem(notice) },
});

export function noticeItem(notice: Notice) {
  const { id, kind, channelId, at, videoId, authorId, named, occurrenceId, change, title } = notice;
  const { personId, event, clipId } = notice;
  const indexed = authorId ?? personId;
  const atMs = Date.parse(at);
  return {
    ...noticeKey(id),
    gsi1pk: NEWS_DUE,
    gsi1sk: new Date(atMs + RESUME_AFTER_MS).toISOString(),
    gsi2pk: noticesOf(channelId),
    gsi2sk: at,
    is_fresh: 'yes',
    kind,
    channel_id: channelId,
    at,
    ...(videoId && { video_id: videoId }),
    ...(clipId && { clip_id: clipId }),
    ...(authorId && { author_id: authorId }),
    ...(personId && { person_id: personId, event }),
    ...(indexed && { gsi3pk: noticesOf(indexed), gsi3sk: at }),
    ...(named && { named }),
    ...(occurrenceId && { occurrence_id: occurrenceId }),
    ...(change && { change }),
    ...(title !== undefined && { title }),
    expires_at: noticeExpiry(at),
  };
}

export const noticeRemoval = ({ TableName }: Table, id: string): Write => ({
  Delete: { TableName, Key: noticeKey(id) },
});

export const toNotice = (item: NoticeItem): Notice => ({
  id: item.pk.slice(NOTICE_PREFIX.length),
  kind: item.kind,
  channelId: item.channel_id,
  at: item.at,
  videoId: item.video_id,
  clipId: item.clip_id,
  authorId: item.author_id,
  named: item.named,
  occurrenceId: item.occurrence_id,
  change: item.change,
  personId: item.person_id,
  event: item.event,
  title: item.title,
});
