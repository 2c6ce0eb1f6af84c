/** The index keys and search words of a video, derived from its fields. */
import { categoryOf } from '#functions/channels/index.ts';
import { indexWordsOf } from '#functions/word-index/words.ts';
import { videoWordPartition } from '#functions/word-index/word-lists.ts';
import { isListed } from '../visibility.ts';
import { listedRank, videoIndexes, videoRank, type VideoItem } from './video.item.ts';

/** More would not fit into one transaction (see `video-changes.repository.ts`). */
export const MAX_VIDEO_WORDS = 40;

/** A stored video. Items from an earlier version may lack index keys. */
export type StoredVideo = VideoItem & ReturnType<typeof withVideoIndexKeys> & { readonly version: number };

export function withVideoIndexKeys(video: VideoItem) {
  const listed = isListed(video);
  const category = categoryOf(video.category);
  const rank = listedRank(video);
  return {
    gsi1pk: videoIndexes.all(video.channel_id).partition,
    gsi1sk: videoRank(video),
    gsi2pk: listed ? videoIndexes.listed(video.channel_id).partition : undefined,
    gsi2sk: listed ? rank : undefined,
    gsi3pk: listed ? videoIndexes.public().partition : undefined,
    gsi3sk: listed ? rank : undefined,
    gsi4pk: listed && category ? videoIndexes.category(category).partition : undefined,
    gsi4sk: listed && category ? rank : undefined,
    words: listed ? videoWords(video) : [],
  };
}

/** The search words of a video. Those of its title come first, because surplus words are dropped. */
export const videoWords = ({
  title,
  tags,
  category,
  username,
}: Pick<VideoItem, 'title' | 'tags' | 'category' | 'username'>): string[] =>
  indexWordsOf([title, ...tags, category, username].join(' ')).slice(0, MAX_VIDEO_WORDS);

export const videoWordKeys = (id: string, words: readonly string[]) =>
  words.map((word) => ({ pk: videoWordPartition(word), sk: `${word}#${id}` }));
