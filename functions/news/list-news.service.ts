import { NEWS_SHOWN } from '../../shared/limits.ts';
import type { News, PieceOfNews } from '../../shared/people/news.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Video } from '../../shared/videos/videos.ts';
import type { Notice } from '../channels/notices/notice.ts';
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
export async function listNews({ rows, notices, shown, clock }: ListPorts, personId: string): Promise<News> {
  const { rows: found, readUntil } = await rows.list(personId, NEWS_SHOWN, clock());
  const unread = found.filter(({ place }) => place > readUntil).length;
  const told = await notices.findMany(distinct(found.map(({ noticeId }) => noticeId)));
  const byId = new Map(told.map((notice) => [notice.id, notice]));
  const channelIds = told.flatMap(({ channelId, authorId }) => [channelId, ...(authorId ? [authorId] : [])]);
  const videoIds = told.flatMap(({ videoId }) => (videoId ? [videoId] : []));
  const seen = await shown(distinct(channelIds), distinct(videoIds));
  const news = found.flatMap((row) => {
    const notice = byId.get(row.noticeId);
    const piece = notice && pieceOf(row, notice, seen);
    return piece ? [{ ...piece, is_read: row.place <= readUntil }] : [];
  });
  return { news, unread };
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
