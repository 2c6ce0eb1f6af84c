import { NEWS_LIST_LENGTH } from '../../shared/limits.ts';
import type { News, PieceOfNews } from '../../shared/people/news.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Video } from '../../shared/videos/videos.ts';
import type { Notice } from './notice.ts';
import type { NoticesRepository, Row, RowsRepository } from './ports.ts';

export interface ListPorts {
  readonly rows: Pick<RowsRepository, 'list'>;
  readonly notices: Pick<NoticesRepository, 'findMany'>;
  /** The channels and videos that are there and may be seen, by id; maybe a moment old. */
  readonly shown: (
    channelIds: readonly string[],
    videoIds: readonly string[],
  ) => Promise<{
    readonly channels: ReadonlyMap<string, Channel>;
    readonly videos: ReadonlyMap<string, Video>;
  }>;
  readonly clock: () => number;
}

/** What is new for somebody: the newest first. What tells of something that is gone, or hidden by now, is left out. */
export async function listNews(ports: ListPorts, personId: string): Promise<News> {
  const { rows: found, readUntil } = await ports.rows.list(personId, NEWS_LIST_LENGTH, ports.clock());
  const news = (await piecesOf(ports, found)).map((piece) => ({ ...piece, is_read: piece.id <= readUntil }));
  return { news, unread: news.filter(({ is_read }) => !is_read).length };
}

/** More are shown as "9+": whether the others are hidden by now does not matter. */
const MAX_UNREAD_CHECKED = 10;

/** How much of that is unread; exact up to nine. */
export async function countUnread(ports: ListPorts, personId: string): Promise<number> {
  const { rows: found, readUntil } = await ports.rows.list(personId, NEWS_LIST_LENGTH, ports.clock());
  const unread = found.filter(({ place }) => place > readUntil);
  const checked = unread.slice(0, MAX_UNREAD_CHECKED);
  return (await piecesOf(ports, checked)).length + unread.length - checked.length;
}

async function piecesOf(
  { notices, shown }: Pick<ListPorts, 'notices' | 'shown'>,
  found: readonly Row[],
): Promise<Omit<PieceOfNews, 'is_read'>[]> {
  if (found.length === 0) return [];
  const told = await notices.findMany(distinct(found.map(({ noticeId }) => noticeId)));
  const byId = new Map(told.map((notice) => [notice.id, notice]));
  const channelIds = told.flatMap(({ channelId, authorId }) => [channelId, ...(authorId ? [authorId] : [])]);
  const videoIds = told.flatMap(({ videoId }) => (videoId ? [videoId] : []));
  const seen = await shown(distinct(channelIds), distinct(videoIds));
  return found.flatMap((row) => {
    const notice = byId.get(row.noticeId);
    return (notice && pieceOf(row, notice, seen)) ?? [];
  });
}

function pieceOf(
  { place }: Row,
  { kind, channelId, videoId, authorId, at, change, title = '' }: Notice,
  { channels, videos }: Awaited<ReturnType<ListPorts['shown']>>,
): Omit<PieceOfNews, 'is_read'> | null {
  const channel = channels.get(channelId);
  const video = videoId === undefined ? undefined : videos.get(videoId);
  const author = authorId === undefined ? undefined : channels.get(authorId);
  const isWhole = channel && (videoId === undefined || video) && (authorId === undefined || author);
  if (!isWhole) return null;
  const { id, username, display_name, avatar } = channel;
  return {
    id: place,
    kind,
    channel: { id, username, display_name, avatar },
    title: video?.title ?? title,
    video_id: videoId ?? null,
    change: change?.kind ?? null,
    by: author?.username ?? null,
    at,
  };
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
