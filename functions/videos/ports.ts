import type { DueWork } from '../aws/table/due-queue.ts';
import type { Replay } from './replay.ts';
import type { Authorized } from '../base/authorized.ts';
import type { Budgets } from '../limits/ports.ts';
import type { ChannelNames, ChannelsRepository } from '../channels/index.ts';
import type { Page, PageRequest } from '../base/page.ts';
import type { Video, Visibility } from '../../shared/videos/videos.ts';
import type { Work } from './work.ts';
import type { Part, StoredPart, Upload, UploadKey } from './upload.ts';
import type { SourceFacts } from './source-facts.ts';
import type { Channel } from '../../shared/channels/streamers.ts';

export type VideoPage<T extends Video = Video> = Page<T>;

export interface ChannelList extends PageRequest {
  readonly channelId: string;
  readonly list: 'all' | 'listed';
}

/** Lists of videos, newest first; a page costs the same however many there are, hidden ones included. */
export interface VideoLists {
  /** A channel's. */
  list(list: ChannelList): Promise<VideoPage>;
  /** Of all channels, those that everybody may see. */
  listPublic(part: PageRequest): Promise<VideoPage>;
  /** The same of one category, of whatever name. */
  listCategory(categoryId: string, part: PageRequest): Promise<VideoPage>;
}

export interface NamesPort {
  readonly names: ChannelNames;
}

/** What a finished job has made. */
export type Outputs = Pick<Video, 'playback_url' | 'thumbnail_url' | 'storyboard_url' | 'duration_s'>;

/** What a replay gains by its ladder; the poster is for one that has none. */
export type Improvement = Pick<Outputs, 'thumbnail_url' | 'storyboard_url' | 'duration_s'>;

export type Details = {
  readonly [D in 'title' | 'description' | 'category' | 'tags' | 'visibility']?: Video[D] | undefined;
} & {
  /** The owner's own; empty for the poster. */
  readonly thumbnail_url?: string | undefined;
};

/** Videos; each read costs the same whatever their number, hidden ones included. */
export interface VideosRepository extends VideoLists {
  /** As it is now. */
  find(id: string): Promise<Video | null>;
  /**
   * With the work of making it; a thumbnail that it has already is its owner's own. `too many` where `maxProcessing` of
   * the channel are processing.
   */
  add(video: Video, work: Work, maxProcessing: number): Promise<'added' | 'exists' | 'too many'>;
  /**
   * A ready one; the video that the stream has already where there is one, which shows the new files from then on; `null`
   * where it was deleted.
   */
  addReplay(video: Video, streamId: string, recordings: Recordings): Promise<Video | null>;
  /** `null` where there is none. */
  update(video: Authorized<Pick<Video, 'id'>>, details: Details): Promise<Video | null>;
  /** A replay's ladder has taken its place. False where its playlist is another by now. */
  improve(id: string, playbackUrl: string, outputs: Improvement): Promise<boolean>;
  /** Only forward, and only while it is processing. */
  setPercent(id: string, percent: number): Promise<void>;
  /** Ends its processing, and the work with it. False where it was not processing. */
  setReady(id: string, outputs: Outputs): Promise<boolean>;
  /** Ends its processing; `clean` is what is left to do. False where it was not processing. */
  setFailed(id: string, reason: string, clean: Work): Promise<boolean>;
  /** Takes it away; answers the work of deleting its files, with `job`'s id and whose due time is `dueMs`. */
  remove(
    video: Authorized<Pick<Video, 'id'>>,
    clean: Pick<Work, 'sinceMs' | 'dueMs' | 'jobId'>,
  ): Promise<Work | null>;
  /** Counts a viewer once a day (UTC). False where there is no such video, or it is not open to everybody. */
  countView(id: string, viewer: string, nowMs: number): Promise<boolean>;
}

export interface ViewsPort {
  /** Whom a pass to this video names. Throws `forbidden` for any other. */
  readonly viewerOf: (pass: string, videoId: string) => string;
}

/** What is still to be done for videos. */
export interface WorkRepository extends DueWork<Work> {
  find(videoId: string): Promise<Work | null>;
  /** What is due, the longest first. May be a moment old. */
  listDue(nowMs: number, limit: number): Promise<Work[]>;
  /** False where there is some for this video. */
  add(work: Work): Promise<boolean>;
  /** Whatever there is for this video gives way. */
  put(work: Work): Promise<void>;
}

export interface UploadsRepository {
  /** Nothing where it has expired. */
  find(key: UploadKey, nowMs: number): Promise<Upload | null>;
  /** Those that are not finished, expired ones too. */
  listOpen(channelId: string): Promise<Upload[]>;
  /** False where the person has `max` open ones already. */
  begin(upload: Upload, max: number, nowMs: number): Promise<boolean>;
  /** For an upload that is completed from the start. */
  add(upload: Upload): Promise<void>;
  /** False where there is no such upload. */
  complete(key: UploadKey, expiresAtMs: number): Promise<boolean>;
  remove(key: UploadKey): Promise<void>;
}

/** Where the files of uploads wait for being published. */
export interface UploadFiles {
  /** Begins a file in parts; answers the storage's own name of it. */
  begin(key: UploadKey): Promise<string>;
  /** Addresses that take one part each, of exactly its size, for some hours. */
  partUrls(key: UploadKey, multipartId: string, parts: readonly Part[]): Promise<PartUrl[]>;
  /** The parts that have arrived; `null` where the file has been joined or given up. */
  listParts(key: UploadKey, multipartId: string): Promise<StoredPart[] | null>;
  /**
   * Makes the file of its parts; false where it has been joined or given up meanwhile. Throws `conflict` where the parts
   * are not there as they are listed.
   */
  join(key: UploadKey, multipartId: string, parts: readonly StoredPart[]): Promise<boolean>;
  /** Gives a file in parts up; nothing happens where it is gone. */
  abandon(key: UploadKey, multipartId: string): Promise<void>;
  /** Stores a whole file. */
  put(key: UploadKey, bytes: Uint8Array): Promise<void>;
  /** Size and first bytes of a whole file; `null` where there is none. */
  inspect(key: UploadKey): Promise<{ readonly sizeBytes: number; readonly head: Uint8Array } | null>;
  discard(key: UploadKey): Promise<void>;
  /** Deletes what a picture on the site was made of, with all that was written beside it. */
  discardPicture(url: string): Promise<void>;
  /** Deletes films that a replay was made of, by their keys. */
  deleteFilms(keys: readonly string[]): Promise<void>;
}

export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
}

/** The files that videos are made of, as the CDN serves them: a key is an address without its first slash. */
export interface MediaFiles {
  /** The keys that begin so, in order. */
  list(prefix: string): Promise<string[]>;
  /** `null` where there is none. */
  read(key: string): Promise<string | null>;
  /** What may change later is cached for `maxAgeS` alone. */
  write(key: string, text: string, contentType: string, maxAgeS?: number): Promise<void>;
  /** Deletes a picture that somebody uploaded, by its address on the site. */
  deletePicture(url: string): Promise<void>;
  /** Deletes the keys that begin so, which must end in a slash; of recordings too (`ivs/v1/…/`). False where time was up. */
  deleteAll(prefix: string, choice?: DeletionChoice): Promise<boolean>;
}

export interface DeletionChoice {
  /** @default none is */
  readonly isKept?: (key: string) => boolean;
  /** Whether another thousand may be begun. @default always */
  readonly hasTime?: () => boolean;
}

export interface Transcoder {
  /** What the file of an upload is; `null` where it is none that could be read. Throws `TranscoderBusyError` (`functions/base/errors.ts`). */
  probe(key: UploadKey): Promise<SourceFacts | null>;
  /** Makes a job and answers its id. Throws `TranscoderBusyError`. */
  start(job: NewJob): Promise<string>;
  /** How a job stands; `null` where it is no longer known. */
  find(jobId: string): Promise<JobReport | null>;
  /** Ends a job; nothing happens where it has ended. */
  cancel(jobId: string): Promise<void>;
}

export interface NewJob {
  readonly upload: UploadKey;
  /** Other files of the uploads bucket in place of the upload, by their keys; they are joined in this order. */
  readonly inputs?: readonly string[];
  /** Where the files go in the media bucket. */
  readonly filesPrefix: string;
  /** What is known of the file; without it the job suits anything. */
  readonly source?: SourceFacts;
  /** Repeating a request with it within a minute makes no second job. */
  readonly token: string;
}

/** How a job of ours stands. */
export interface JobReport {
  readonly jobId: string;
  readonly videoId: string;
  readonly channelId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
  /** While it runs, if it is known. */
  readonly percent?: number;
  readonly errorCode?: number;
  /** Of what it made. */
  readonly durationS?: number;
  readonly storyboard?: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly intervalS: number;
  };
}

/** What making videos needs. */
export interface TranscodePorts {
  readonly videos: VideosRepository;
  readonly works: WorkRepository;
  readonly uploads: UploadsRepository;
  readonly uploadFiles: UploadFiles;
  readonly mediaFiles: MediaFiles;
  readonly transcoder: Transcoder;
  readonly channels: { findById(id: string): Promise<Pick<Channel, 'avatar' | 'thumbnail_url'> | null> };
  readonly fans: {
    /** A video that has gone shows no fans any more. */
    forgetVideo(videoId: string): Promise<void>;
    /** Whether a fan of the channel shows a picture; maybe a moment old. */
    isPictureOf(channelId: string, url: string): Promise<boolean>;
  };
  readonly budgets: Pick<Budgets, 'take'>;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
  /** Deletes what others have made of something that is gone. False where there was not time enough. @default nothing was made */
  readonly deleteMadeOf?: (source: DeletedSource, hasTime: () => boolean) => Promise<boolean>;
}

/** What is gone, and who could see it last. */
export interface DeletedSource {
  /** Of the video, and of the broadcast that it is the replay of. */
  readonly ids: readonly string[];
  readonly visibility: Visibility;
}

/** What taking uploads needs. */
export interface UploadsPorts {
  readonly uploads: UploadsRepository;
  readonly uploadFiles: UploadFiles;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly newId: () => string;
  readonly clock: () => number;
}

export interface PublishPorts extends TranscodePorts {
  readonly channels: { findById(id: string): Promise<Channel | null> };
}

/** Of what a replay was made. */
export type Recordings = Pick<Replay, 'filesPrefixes' | 'recorded'>;

export interface ReplaysPorts {
  readonly videos: Pick<VideosRepository, 'addReplay'>;
  readonly channels: Pick<ChannelsRepository, 'findById' | 'findVisible'>;
  /** A ULID of that time. */
  readonly newId: (timeMs: number) => string;
}
