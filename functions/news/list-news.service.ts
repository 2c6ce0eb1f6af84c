import { NEWS_LIST_LENGTH } from '#shared/limits.ts';
import type { News, PieceOfNews } from '#shared/people/news.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { FindRefusals, Notice } from './notice.ts';
import type { NewsEntry } from './table/news.item.ts';
import type { EntriesRepository } from './table/entries.repository.ts';
import type { NoticesRepository } from './table/notices.repository.ts';

export interface ListDeps {
  readonly entries: Pick<EntriesRepository, 'list'>;
  readonly notices: Pick<NoticesRepository, 'findMany'>;
  readonly findVisible: (
    personId: string,
    ids: {
      readonly channels: readonly string[];
      readonly videos: readonly string[];
      readonly clips: readonly string[];
    },
  ) => Promise<Subjects>;
  /** The person's own channel, which may be hidden. */
  readonly findOwn: (personId: string) => Promise<Channel | null>;
  readonly findRefusals: FindRefusals;
  readonly clock: () => number;
}

/** What a person may see, by id. */
interface Subjects {
  readonly channels: ReadonlyMap<string, Channel>;
  /** Also videos that are in no list. */
  readonly videos: ReadonlyMap<string, Video>;
  readonly clips: ReadonlyMap<string, Pick<Clip, 'title'>>;
}

/** A person's news, newest first, without news about hidden channels and videos, and without refused mentions. */
export async function listNews(deps: ListDeps, personId: string): Promise<News> {
  const { entries, readUntil } = await deps.entries.list(personId, NEWS_LIST_LENGTH, deps.clock());
  const news = (await piecesOf(deps, personId, entries)).map((piece) => ({
    ...piece,
    is_read: piece.id <= readUntil,
  }));
  return { news, unread: news.filter(({ is_read }) => !is_read).length };
}

/** As many and more are displayed as "9+", so further entries are not checked for visibility. */
const MAX_UNREAD = 10;

/** The number of unread news, exact up to nine. */
export async function countUnread(deps: ListDeps, personId: string): Promise<number> {
  const { entries, readUntil } = await deps.entries.list(personId, NEWS_LIST_LENGTH, deps.clock());
  const unread = entries.filter(({ place }) => place > readUntil);
  let [visible, checked] = [0, 0];
  for (; checked < unread.length && visible < MAX_UNREAD; checked += MAX_UNREAD)
    visible += (await piecesOf(deps, personId, unread.slice(checked, checked + MAX_UNREAD))).length;
  return visible + Math.max(0, unread.length - checked);
}

async function piecesOf(
  { notices, findVisible, findOwn, findRefusals }: Omit<ListDeps, 'entries' | 'clock'>,
  personId: string,
  entries: readonly NewsEntry[],
): Promise<Omit<PieceOfNews, 'is_read'>[]> {
  if (entries.length === 0) return [];
  const known = await notices.findMany(entries.map(({ noticeId }) => noticeId));
  const byId = new Map(known.map((notice) => [notice.id, notice]));
  const channelIds = known.flatMap(({ channelId, authorId }) => [channelId, ...(authorId ? [authorId] : [])]);
  // The author of an appeal may not write in the chat, but the streamer can read the appeal.
  const mentionOf = ({ kind, authorId }: Notice) =>
    kind === 'mention' && authorId !== undefined ? [{ channelId: personId, authorId }] : [];
  const ids = {
    channels: channelIds,
    videos: known.flatMap(({ videoId }) => videoId ?? []),
    clips: known.flatMap(({ clipId }) => clipId ?? []),
  };
  const [seen, refusalOf, own] = await Promise.all([
    findVisible(personId, ids),
    findRefusals(known.flatMap(mentionOf)),
    known.some(({ channelId }) => channelId === personId) ? findOwn(personId) : null,
  ]);
  const channels = own ? new Map([...seen.channels, [own.id, own]]) : seen.channels;
  return entries.flatMap((entry) => {
    const notice = byId.get(entry.noticeId);
    if (!notice || mentionOf(notice).some(refusalOf)) return [];
    return pieceOf(entry, notice, { ...seen, channels }) ?? [];
  });
}

function pieceOf(
  { place }: NewsEntry,
  notice: Notice,
  { channels, videos, clips }: Subjects,
): Omit<PieceOfNews, 'is_read'> | null {
  const { kind, channelId, videoId, clipId, authorId, personId, at, change, title = '', event } = notice;
  const channel = channels.get(channelId);
  const video = videos.get(videoId ?? '');
  const clip = clips.get(clipId ?? '');
  const author = channels.get(authorId ?? '');
  const isWhole =
    channel &&
    (videoId === undefined || video) &&
    (clipId === undefined || clip) &&
    (authorId === undefined || author);
  if (!isWhole) return null;
  // Followers see what lists have; who owns a video, or wrote under it, knows its address.
  if (video && video.visibility !== 'public' && personId === undefined) return null;
  const { id, username, display_name, avatar } = channel;
  return {
    id: place,
    kind,
    channel: { id, username, display_name, avatar },
    title: video?.title ?? clip?.title ?? title,
    video_id: videoId ?? null,
    clip_id: clipId ?? null,
    change: change?.kind ?? null,
    timing: change?.timing ?? null,
    event: event ?? null,
    by: author?.username ?? null,
    at,
  };
}
