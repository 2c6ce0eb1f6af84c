/** Finds what somebody reports, in the feature that has it, as far as they may see it. */
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import type { Thing } from '../cases/case.ts';
import { messageKey, roomReads } from '../../chat/index.ts';
import { channelsRepository } from '../../channels/index.ts';
import { isOpenTo, readVideo, toVideo } from '../../videos/index.ts';
import type { Clip } from '../../../shared/videos/clips.ts';
import { seconds } from '../../base/seconds.ts';
import type { ReportBody } from '../../../shared/community/reports.ts';

type Finder = (callerId: string, body: ReportBody) => Promise<Thing | null>;

/** A message as it is stored, with what its wire form leaves out. */
interface StoredMessage {
  readonly username: string;
  readonly message: string;
  readonly timestamp: string;
  readonly author_id: string;
  readonly expires_at: number;
}

/** Finds a clip that a person may see. */
export type FindClip = (callerId: string, id: string) => Promise<Clip | null>;

export const thingFinder =
  (table: Table, clock: () => number, findVisibleClip: FindClip): Finder =>
  (callerId, body) => {
    if (body.kind === 'message') return findMessage(table, body, clock());
    if (body.kind === 'video') return findVideo(table, callerId, body.id);
    if (body.kind === 'clip') return findClip(findVisibleClip, callerId, body.id);
    return findChannel(table, body.kind, body.id);
  };

async function findMessage(
  table: Table,
  { id: channelId, message_id: id = '' }: ReportBody,
  nowMs: number,
): Promise<Thing | null> {
  const [channel, clearedId, message] = await Promise.all([
    channelsRepository(table).findShown(channelId),
    roomReads(table).clearedIdOf(channelId),
    id ? getItem<StoredMessage>(table, messageKey(channelId, id)) : undefined,
  ]);
  if (!channel || id <= clearedId || !message || message.expires_at <= seconds(nowMs)) return null;
  const { username, author_id: concerned, message: text, timestamp: at } = message;
  return {
    kind: 'message',
    caseId: `message.${channelId}.${id}`,
    concerned,
    username,
    evidence: { text, title: `In the chat of ${channel.display_name}`, picture_urls: [], at },
  };
}

async function findVideo(table: Table, callerId: string, id: string): Promise<Thing | null> {
  const item = await readVideo(table, id);
  if (!item || !isOpenTo(callerId, item)) return null;
  const { channel_id: concerned, username, title, description: text, thumbnail_url } = toVideo(item);
  const picture_urls = thumbnail_url ? [thumbnail_url] : [];
  return {
    kind: 'video',
    caseId: `video.${id}`,
    concerned,
    username,
    evidence: { text, title, picture_urls, at: null },
  };
}

/** Its words are of who made it; what it shows is its source's, which is reported by itself. */
async function findClip(findVisibleClip: FindClip, callerId: string, id: string): Promise<Thing | null> {
  const clip = await findVisibleClip(callerId, id);
  if (!clip) return null;
  const picture_urls = clip.thumbnail_url ? [clip.thumbnail_url] : [];
  return {
    kind: 'clip',
    caseId: `clip.${id}`,
    concerned: clip.clipper_id,
    username: clip.clipper,
    evidence: { text: `Of the channel of ${clip.display_name}`, title: clip.title, picture_urls, at: null },
  };
}

async function findChannel(table: Table, kind: 'channel' | 'profile', id: string): Promise<Thing | null> {
  const channel = await channelsRepository(table).findShown(id);
  if (!channel) return null;
  const { username, display_name, title, description, schedule, tags, avatar, thumbnail_url } = channel;
  const lines = kind === 'profile' ? [description, schedule] : [title, tags.join(', '), description];
  const evidence = {
    text: lines.filter(Boolean).join('\n'),
    title: display_name,
    picture_urls: [avatar, thumbnail_url].filter(Boolean),
    at: null,
  };
  return { kind, caseId: `${kind}.${id}`, concerned: id, username, evidence };
}
