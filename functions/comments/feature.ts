import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type ChannelItem, channelKey, findVisibleChannel, toChannel } from '#functions/channels/index.ts';
import { checkAdmission } from '#functions/chat/rooms/admission.service.ts';
import {
  requireApplied,
  requireLowerRank,
  requireModerator,
} from '#functions/chat/rooms/permissions.service.ts';
import { refusalsIn } from '#functions/chat/rooms/refused-authors.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import { roomWrites } from '#functions/chat/rooms/rooms.writes.ts';
import { visibleClipFinder } from '#functions/clips/table/clips-around.repository.ts';
import { hiddenKey } from '#functions/hidden-people/index.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { isOpenTo, type VideoItem, videoKey } from '#functions/videos/index.ts';
import { type CommentItem, commentKey } from './comment.item.ts';
import { commentsRepository } from './comments.repository.ts';
import { commentsApp } from './comments.routes.ts';
import type { CommentsDeps } from './comments.service.ts';
import { commentLikesRepository } from './likes.repository.ts';
import { deleteWithReplies } from './deletion.repository.ts';
import { removalWrites } from './removal.writes.ts';

export const feature = ({ table, rates, clock }: FeatureContext) => {
  const [rooms, comments] = [roomReads(table), commentsRepository(table)];
  const findClip = visibleClipFinder(table);
  return commentsApp({
    comments,
    likes: commentLikesRepository(table),
    remove: (commented, id) => deleteWithReplies(table, commented, id),
    findPlace: async (callerId, { kind, id }) => {
      if (kind === 'clip') {
        const clip = await findClip(callerId, id);
        return clip && { channelId: clip.channel_id, clipperId: clip.clipper_id };
      }
      const video = await getItem<VideoItem>(table, videoKey(id), { isConsistent: false });
      return video && isOpenTo(callerId, video) ? { channelId: video.channel_id } : null;
    },
    findAuthor: (id) => findVisibleChannel(table, id),
    findVisibleAuthors: visibleAuthorsFinder(table),
    checkAdmission: (draft) => checkAdmission({ rooms, clock }, draft),
    isModerator: rooms.isModerator,
    removeAsModerator: async (callerId, channelId, { commented, comment }) => {
      const actor = await requireModerator({ rooms, clock }, callerId, channelId);
      await requireLowerRank({ rooms }, actor, comment.author_id);
      const [item, author] = await Promise.all([
        getItem<CommentItem>(table, commentKey(commented, comment.id)),
        getItem<ChannelItem>(table, channelKey(comment.author_id)),
      ]);
      if (!item) return;
      const person = { id: comment.author_id, username: author?.username ?? '' };
      const writes = await removalWrites(table, commented, comment.id);
      const isRemoved = roomWrites(table)
        .removeComment(actor, person, { ...item }, writes)
        // Also where another request has deleted it.
        .then(async (isDone) => isDone || !(await comments.find(commented, comment.id)));
      await requireApplied(isRemoved);
    },
    rates,
    clock,
  });
};

/** Takes as many requests for a page as for one author. */
const visibleAuthorsFinder =
  (table: Table): CommentsDeps['findVisibleAuthors'] =>
  async ({ id: readerId, channelId }, authorIds) => {
    const others = authorIds.filter((authorId) => readerId !== undefined && authorId !== readerId);
    const [channels, refusalOf, blocks] = await Promise.all([
      getMany<ChannelItem>(table, authorIds.map(channelKey)),
      refusalsIn(table)(authorIds.map((authorId) => ({ channelId, authorId }))),
      getMany<{ readonly pk: string }>(
        table,
        others.map((authorId) => hiddenKey(authorId, readerId ?? '')),
      ),
    ]);
    const blockers = new Set(blocks.map(({ pk }) => pk));
    const visible = channels.filter(
      ({ id, is_hidden }) =>
        !is_hidden &&
        refusalOf({ channelId, authorId: id })?.untilMs !== null &&
        !blockers.has(channelKey(id).pk),
    );
    return new Map(visible.map((channel) => [channel.id, toChannel(channel)]));
  };
