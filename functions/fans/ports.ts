import type { Fan, FanRanges } from '../../shared/channels/fans.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Video } from '../../shared/videos/videos.ts';
import type { Showing, StoredFan } from './fan.ts';
import type { ChannelNames, ChannelsRepository } from '../channels/index.ts';
import type { Page, PageRequest } from '../base/page.ts';

export interface FansRepository {
  /** As it is now. */
  find(id: string): Promise<StoredFan | null>;
  /** Those that are there, in the order of their ids; maybe a moment old. */
  findMany(ids: readonly string[]): Promise<Fan[]>;
  /** A channel's, the newest first. */
  list(channelId: string, part: PageRequest): Promise<Page<Fan>>;
  /**
   * In the place of the known one. `raced` where that has changed, `too many` where the channel has so many, `no channel`
   * where it has gone.
   */
  save(fan: Fan, expected: StoredFan | null): Promise<'saved' | 'raced' | 'too many' | 'no channel'>;
  /** What shows the fan stands by its model. Repeated: changes nothing. */
  placeLinks(fan: Fan): Promise<void>;
  /** With all that leads to it; false where it has changed. */
  remove(fan: StoredFan): Promise<boolean>;
  /** What is left of a fan that is gone: that something shows it. */
  removeLinks(id: string): Promise<void>;
}

/** A part of what was looked for; `next` is the cursor of the rest. */
export interface Found<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface FanQuery extends PageRequest {
  /** As `queryWords` has them. */
  readonly words: readonly string[];
  readonly ranges: FanRanges;
}

/** Lists of many channels' fans. Each method reads so much at most, however many fans there are. */
export interface FoundFansRepository {
  /** Fans that have all the words and lie in all the ranges; maybe none yet of those that `next` leads to. */
  find(query: FanQuery): Promise<Found<Fan>>;
}

/** All that is of one model, by its key. Each method reads so much at most. */
export interface ModelsRepository {
  listFans(modelKey: string, part: PageRequest): Promise<Found<Fan>>;
  /** The ids of videos, or of channels, that show one; the highest first. */
  listShowings(kind: Showing['kind'], modelKey: string, part: PageRequest): Promise<Found<string>>;
}

export interface FansOnShow {
  readonly fanIds: readonly string[];
  /** Counts its changes; 0 before the first. */
  readonly version: number;
}

export interface ShowingsRepository {
  find(showing: Showing, isCurrent: boolean): Promise<FansOnShow>;
  /**
   * Has it show these fans, all of which are the owner's. False where it, or a fan, is not as it is known any more, or the
   * showing has gone.
   */
  replace(showing: Showing, ownerId: string, expected: FansOnShow, fans: readonly Fan[]): Promise<boolean>;
}

/** What everybody finds, by ids; maybe a moment old. */
export type FindVisible = (
  channelIds: readonly string[],
  videoIds: readonly string[],
) => Promise<{
  readonly channels: ReadonlyMap<string, Channel>;
  readonly videos: ReadonlyMap<string, Video>;
}>;

export interface FansPorts {
  readonly fans: FansRepository;
  readonly fanSearch: FoundFansRepository;
  readonly models: ModelsRepository;
  readonly showings: ShowingsRepository;
  readonly findVisible: FindVisible;
  readonly names: ChannelNames;
  readonly channels: Pick<ChannelsRepository, 'findVisible'>;
  /** Whose a video is that this caller may know of; `null` where there is none. */
  readonly ownerOfVideo: (callerId: string | undefined, videoId: string) => Promise<string | null>;
  /** Has a picture deleted that a fan no longer shows, by its address, unless something else of the channel shows it. */
  readonly discardPicture: (channelId: string, url: string) => Promise<void>;
  readonly clock: () => number;
}
