/** Where a video is found, as it follows from its fields. */
import { videoWordPartition } from '../channels/word-lists.ts';
import { wordsOf } from '../channels/words.ts';
import { isListed } from './visibility.ts';
import { videoLists, videoRank, type VideoItem } from './video.item.ts';

/** Words of one video; more would not fit into one transaction (see `video.change.ts`). */
export const MAX_VIDEO_WORDS = 40;

/** What is stored beside a video's fields. */
export interface VideoPlace {
  readonly gsi1pk: string;
  readonly gsi1sk: string;
  readonly gsi2pk: string | undefined;
  readonly gsi2sk: string | undefined;
  readonly words: readonly string[];
}

/** A video as it was read. */
export type StoredVideo = VideoItem & VideoPlace & { readonly version: number };

export function videoPlace(video: VideoItem): VideoPlace {
  const isShown = isListed(video);
  return {
    gsi1pk: videoLists.all.partition(video.channel_id),
    gsi1sk: videoRank(video),
    gsi2pk: isShown ? videoLists.listed.partition(video.channel_id) : undefined,
    gsi2sk: isShown ? videoRank(video) : undefined,
    words: isShown ? videoWords(video) : [],
  };
}

/** The words by which a video is found: first those of its title, since those that are too many are dropped. */
export const videoWords = ({
  title,
  tags,
  category,
  username,
}: Pick<VideoItem, 'title' | 'tags' | 'category' | 'username'>): string[] =>
  wordsOf([title, ...tags, category, username].join(' ')).slice(0, MAX_VIDEO_WORDS);

/** The items by which a video's words lead to it. */
export const videoWordKeys = (id: string, words: readonly string[]) =>
  words.map((word) => ({ pk: videoWordPartition(word), sk: `${word}#${id}` }));
