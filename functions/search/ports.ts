import type { Category } from '../../shared/channels/categories.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { OwnedFan } from '../../shared/channels/fans.ts';
import type { Clip } from '../../shared/videos/clips.ts';
import type { Video } from '../../shared/videos/videos.ts';
import type { ChannelNames } from '../channels/index.ts';
import type { Spellings } from '../word-index/spelling.ts';
import type { WordsLike } from './forgiving.ts';

export interface SearchPorts {
  readonly index: {
    /** Channels that the words lead to, the live and the popular among them; a few may lack one of the words. */
    findCandidates(words: readonly Spellings[], most?: number): Promise<Channel[]>;
    readonly wordsLike: WordsLike;
  };
  readonly names: ChannelNames;
  readonly categories: { list(): Promise<Category[]> };
  /** Listed videos with all the words, the new ones among them. */
  readonly videos: { findByWords(words: readonly Spellings[]): Promise<Video[]> };
  /** Public clips with all the words, the new ones among them. */
  readonly clips: { findByWords(words: readonly Spellings[]): Promise<Clip[]> };
  /** Fans with all the words of a query. */
  readonly findFans: (query: string) => Promise<OwnedFan[]>;
}

export interface KnownWordsPorts {
  /** Settles the words of at most so many notes; answers how many there were. */
  readonly settleDue: (limit: number) => Promise<number>;
  readonly settle: (word: string) => Promise<void>;
  readonly channels: {
    list(page: {
      live: undefined;
      limit: number;
      cursor: string | undefined;
    }): Promise<{ items: readonly Channel[]; next: string | undefined }>;
  };
  /** Notes and learns the words of a channel of an earlier version. */
  readonly refresh: (channelId: string) => Promise<void>;
  /** Gives each listed video of a channel its place in every list; answers its words. */
  readonly refreshVideos: (channelId: string) => AsyncIterable<readonly string[]>;
  readonly round: {
    /** Where the round stands: a cursor, `done`, or nothing before it began. */
    find(): Promise<string | undefined>;
    save(position: string): Promise<void>;
  };
  readonly clock: () => number;
}
