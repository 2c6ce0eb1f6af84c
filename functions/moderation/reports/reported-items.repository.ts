import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { ReportedItem } from '../cases/case.ts';
import { commentCaseId, type CommentItem, commentKey } from '#functions/comments/index.ts';
import { messageKey, readEmotes, roomReads } from '#functions/chat/index.ts';
import { channelsRepository } from '#functions/channels/index.ts';
import { isOpenPlaylist, playlistsRepository } from '#functions/library/index.ts';
import { isOpenTo, readVideo, toVideo } from '#functions/videos/index.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { seconds } from '#functions/base/seconds.ts';
import type { ReportBody } from '#shared/community/reports.ts';
import { PROFILE_PICTURES, PROFILE_TEXTS } from '#shared/channels/profile-fields.ts';

export type FindReportedItem = (callerId: string, body: ReportBody) => Promise<ReportedItem | null>;

interface StoredMessage {
  readonly username: string;
  readonly message: string;
  readonly timestamp: string;
  readonly author_id: string;
  readonly expires_at: number;
}

export type FindClip = (callerId: string, id: string) => Promise<Clip | null>;

export const reportedItemFinder =
  (table: Table, clock: () => number, findVisibleClip: FindClip): FindReportedItem =>
  (callerId, body) => {
    if (body.kind === 'message') return findMessage(table, body, clock());
    if (body.kind === 'comment') return findComment(table, findVisibleClip, callerId, body);
    if (body.kind === 'emote') return findEmote(table, body);
    if (body.kind === 'video') return findVideo(table, callerId, body.id);
    if (body.kind === 'clip') return findClip(findVisibleClip, callerId, body.id);
    if (body.kind === 'playlist') return findPlaylist(table, callerId, body.id);
    return findChannel(table, body.kind, body.id);
  };

async function findMessage(
  table: Table,
  { id: channelId, message_id: id = '' }: ReportBody,
  nowMs: number,
): Promise<ReportedItem | null> {
  const [channel, clearedId, message] = await Promise.all([
    channelsRepository(table).findVisible(channelId),
    roomReads(table).clearedIdOf(channelId),
    id ? getItem<StoredMessage>(table, messageKey(channelId, id)) : undefined,
  ]);
  if (!channel || id <= clearedId || !message || message.expires_at <= seconds(nowMs)) return null;
  const { username, author_id: subjectId, message: text, timestamp: at } = message;
  return {
    kind: 'message',
    caseId: `message.${channelId}.${id}`,
    subjectId,
    username,
    evidence: { text, title: null, picture_urls: [], channel: channel.display_name, at },
  };
}

async function findComment(
  table: Table,
  findVisibleClip: FindClip,
  callerId: string,
  { id, message_id: commentId = '', reply_id: replyId, under: kind = 'video' }: ReportBody,
): Promise<ReportedItem | null> {
  const under = { kind, id };
  const commented = replyId === undefined ? under : { ...under, replyTo: commentId };
  const [channelId, comment] = await Promise.all([
    kind === 'video'
      ? openChannelOf(table, callerId, id)
      : findVisibleClip(callerId, id).then((clip) => clip?.channel_id),
    commentId ? getItem<CommentItem>(table, commentKey(commented, replyId ?? commentId)) : undefined,
  ]);
  if (channelId === undefined || !comment) return null;
  const channels = channelsRepository(table);
  const [author, channel] = await Promise.all([
    channels.findVisible(comment.author_id),
    channels.findById(channelId),
  ]);
  if (!author || !channel) return null;
  const { text, at } = comment;
  return {
    kind: 'comment',
    caseId: commentCaseId(commented, comment.id),
    subjectId: author.id,
    username: author.username,
    evidence: { text, title: null, picture_urls: [], channel: channel.display_name, at },
  };
}

async function openChannelOf(table: Table, callerId: string, id: string): Promise<string | undefined> {
  const video = await readVideo(table, id);
  return video && isOpenTo(callerId, video) ? video.channel_id : undefined;
}

async function findEmote(
  table: Table,
  { id: channelId, message_id: id = '' }: ReportBody,
): Promise<ReportedItem | null> {
  const [channel, { emotes }] = await Promise.all([
    channelsRepository(table).findVisible(channelId),
    readEmotes(table, channelId),
  ]);
  const emote = emotes.find((one) => one.id === id);
  if (!channel || !emote) return null;
  const { code, alt: text, url } = emote;
  return {
    kind: 'emote',
    caseId: `emote.${channelId}.${id}`,
    subjectId: channelId,
    username: channel.username,
    evidence: {
      text,
      title: `:${code}:`,
      picture_urls: [url],
      channel: channel.display_name,
      at: null,
    },
  };
}

async function findVideo(table: Table, callerId: string, id: string): Promise<ReportedItem | null> {
  const item = await readVideo(table, id);
  if (!item || !isOpenTo(callerId, item)) return null;
  const { channel_id: subjectId, username, title, description: text, thumbnail_url } = toVideo(item);
  const picture_urls = thumbnail_url ? [thumbnail_url] : [];
  return {
    kind: 'video',
    caseId: `video.${id}`,
    subjectId,
    username,
    evidence: { text, title, picture_urls, at: null },
  };
}

/** The reported person is the clip's creator, who chose its title; its source is reported separately. */
async function findClip(
  findVisibleClip: FindClip,
  callerId: string,
  id: string,
): Promise<ReportedItem | null> {
  const clip = await findVisibleClip(callerId, id);
  if (!clip) return null;
  const picture_urls = clip.thumbnail_url ? [clip.thumbnail_url] : [];
  return {
    kind: 'clip',
    caseId: `clip.${id}`,
    subjectId: clip.clipper_id,
    username: clip.clipper,
    evidence: { text: '', title: clip.title, picture_urls, channel: clip.display_name, at: null },
  };
}

async function findPlaylist(table: Table, callerId: string, id: string): Promise<ReportedItem | null> {
  const item = await playlistsRepository(table).find(id);
  if (!item || (item.owner_id !== callerId && !isOpenPlaylist(item))) return null;
  const owner = await channelsRepository(table).findVisible(item.owner_id);
  if (!owner) return null;
  const evidence = { text: item.description, title: item.title, picture_urls: [], at: null };
  return {
    kind: 'playlist',
    caseId: `playlist.${id}`,
    subjectId: owner.id,
    username: owner.username,
    evidence,
  };
}

async function findChannel(
  table: Table,
  kind: 'channel' | 'profile',
  id: string,
): Promise<ReportedItem | null> {
  const channel = await channelsRepository(table).findVisible(id);
  if (!channel) return null;
  const { username, display_name, title, description, tags } = channel;
  const texts = PROFILE_TEXTS.filter((name) => name !== 'display_name').map((name) => channel[name]);
  const addresses = channel.links?.map(({ url }) => url) ?? [];
  const lines = kind === 'profile' ? [...texts, ...addresses] : [title, tags.join(', '), description];
  const evidence = {
    text: lines.filter(Boolean).join('\n'),
    title: display_name,
    picture_urls: PROFILE_PICTURES.map((name) => channel[name]).filter(Boolean),
    at: null,
  };
  return { kind, caseId: `${kind}.${id}`, subjectId: id, username, evidence };
}
