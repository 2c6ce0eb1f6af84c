import type { DueWork } from '../aws/table/due-queue.ts';
import type { Replay } from './replay.ts';
import type { Authorized } from '../base/authorized.ts';
import type { Budgets } from '../limits/budgets.ts';
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

/** Lists of videos, newest first. The cost of a page does not depend on the number of videos. */
export interface VideoLists {
  list(list: ChannelList): Promise<VideoPage>;
  /** Public videos of all channels. */
  listPublic(part: PageRequest): Promise<VideoPage>;
  listCategory(categoryId: string, part: PageRequest): Promise<VideoPage>;
}

export interface NamesPort {
  readonly names: ChannelNames;
}

export type Outputs = Pick<Video, 'playback_url' | 'thumbnail_url' | 'storyboard_url' | 'duration_s'>;

/** The poster is used only when the video has none. */
export type Improvement = Pick<Outputs, 'thumbnail_url' | 'storyboard_url' | 'duration_s'>;

export type Details = {
  readonly [D in 'title' | 'description' | 'category' | 'tags' | 'visibility']?: Video[D] | undefined;
} & {
  /** The owner's own picture; empty for the poster. */
  readonly thumbnail_url?: string | undefined;
};

export interface VideosRepository extends VideoLists {
  /** Strongly consistent. */
  find(id: string): Promise<Video | null>;
  /**
   * Adds a video with its work. An existing thumbnail is the owner's own. Returns `too many` when `maxProcessing`
   * videos of the channel are processing.
   */
  add(video: Video, work: Work, maxProcessing: number): Promise<'added' | 'exists' | 'too many'>;
  /** Adds a ready video, or gives the stream's existing video the new files. `null` when it was deleted. */
  addReplay(video: Video, streamId: string, recordings: Recordings): Promise<Video | null>;
  /** `null` when there is none. */
  update(video: Authorized<Pick<Video, 'id'>>, details: Details): Promise<Video | null>;
  /** Applies the result of a replay's ladder. False when the replay has another playlist by now. */
  improve(id: string, playbackUrl: string, outputs: Improvement): Promise<boolean>;
  /** Only increases, and only while the video is processing. */
  setPercent(id: string, percent: number): Promise<void>;
  /** Ends the processing and removes its work. False when it was not processing. */
  setReady(id: string, outputs: Outputs): Promise<boolean>;
  /** Ends the processing and replaces its work by `clean`. False when it was not processing. */
  setFailed(id: string, reason: string, clean: Work): Promise<boolean>;
  /** Deletes the video; returns the work of deleting its files. */
  remove(
    video: Authorized<Pick<Video, 'id'>>,
    clean: Pick<Work, 'sinceMs' | 'dueMs' | 'jobId'>,
  ): Promise<Work | null>;
  /** Counts a viewer once a day (UTC). False when there is no video that everybody may open. */
  countView(id: string, viewer: string, nowMs: number): Promise<boolean>;
}

export interface ViewsPort {
  /** The viewer named by a pass to this video. Throws `forbidden` for any other pass. */
  readonly viewerOf: (pass: string, videoId: string) => string;
}

export interface WorkRepository extends DueWork<Work> {
  find(videoId: string): Promise<Work | null>;
  /** Work that is due, oldest first. Eventually consistent. */
  listDue(nowMs: number, limit: number): Promise<Work[]>;
  /** False when the video has work already. */
  add(work: Work): Promise<boolean>;
  /** Replaces the video's work. */
  put(work: Work): Promise<void>;
}

export interface UploadsRepository {
  /** `null` when it has expired. */
  find(key: UploadKey, nowMs: number): Promise<Upload | null>;
  /** Unfinished uploads, expired ones included. */
  listOpen(channelId: string): Promise<Upload[]>;
  /** False when the person has `max` open uploads. */
  begin(upload: Upload, max: number, nowMs: number): Promise<boolean>;
  /** Adds an upload that is complete from the start. */
  add(upload: Upload): Promise<void>;
  /** False when there is no such upload. */
  complete(key: UploadKey, expiresAtMs: number): Promise<boolean>;
  remove(key: UploadKey): Promise<void>;
}

/** Files of uploads that are not published yet. */
export interface UploadFiles {
  /** Begins a multipart upload; returns its id. */
  begin(key: UploadKey): Promise<string>;
  /** Signed addresses that take one part each, of exactly its size, for some hours. */
  partUrls(key: UploadKey, multipartId: string, parts: readonly Part[]): Promise<PartUrl[]>;
  /** The stored parts; `null` when the file was joined or aborted. */
  listParts(key: UploadKey, multipartId: string): Promise<StoredPart[] | null>;
  /**
   * Joins the parts to a file. False when it was joined or aborted meanwhile. Throws `conflict` when the stored parts
   * differ from `parts`.
   */
  join(key: UploadKey, multipartId: string, parts: readonly StoredPart[]): Promise<boolean>;
  /** Aborts a multipart upload. Does nothing when it is gone. */
  abandon(key: UploadKey, multipartId: string): Promise<void>;
  put(key: UploadKey, bytes: Uint8Array): Promise<void>;
  /** Size and first bytes of a whole file; `null` when there is none. */
  inspect(key: UploadKey): Promise<{ readonly sizeBytes: number; readonly head: Uint8Array } | null>;
  discard(key: UploadKey): Promise<void>;
  /** Deletes the source file of a picture on the site, and the files beside it. */
  discardPicture(url: string): Promise<void>;
  /** Deletes the films of a replay, by their keys. */
  deleteFilms(keys: readonly string[]): Promise<void>;
}

export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
}

/** The files of videos. A key is the address on the CDN without its first slash. */
export interface MediaFiles {
  /** The keys with this prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** `null` when there is none. */
  read(key: string): Promise<string | null>;
  /** `maxAgeS` is for files that may change. */
  write(key: string, text: string, contentType: string, maxAgeS?: number): Promise<void>;
  /** Deletes an uploaded picture by its address on the site. */
  deletePicture(url: string): Promise<void>;
  /**
   * Deletes all keys with this prefix, which ends in a slash; also recordings (`ivs/v1/…/`). False when time ran out.
   */
  deleteAll(prefix: string, choice?: DeletionChoice): Promise<boolean>;
}

export interface DeletionChoice {
  /** @default none */
  readonly isKept?: (key: string) => boolean;
  /** Whether another thousand keys may be deleted. @default always */
  readonly hasTime?: () => boolean;
}

export interface Transcoder {
  /**
   * Probes the file of an upload; `null` when it is unreadable. Throws `TranscoderBusyError`
   * (`functions/base/errors.ts`).
   */
  probe(key: UploadKey): Promise<SourceFacts | null>;
  /** Creates a job and returns its id. Throws `TranscoderBusyError`. */
  start(job: NewJob): Promise<string>;
  /** The state of a job; `null` when MediaConvert no longer has it. */
  find(jobId: string): Promise<JobReport | null>;
  /** Does nothing when the job has ended. */
  cancel(jobId: string): Promise<void>;
}

export interface NewJob {
  readonly upload: UploadKey;
  /** Keys in the uploads bucket that replace the upload and are joined in this order. */
  readonly inputs?: readonly string[];
  /** The folder in the media bucket. */
  readonly filesPrefix: string;
  /** Without it, the job suits any file. */
  readonly source?: SourceFacts;
  /** Idempotency token: MediaConvert makes one job for all requests with it within a minute. */
  readonly token: string;
}

export interface JobReport {
  readonly jobId: string;
  readonly videoId: string;
  readonly channelId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
  /** Known only while it runs. */
  readonly percent?: number;
  readonly errorCode?: number;
  /** Of its output. */
  readonly durationS?: number;
  readonly storyboard?: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly intervalS: number;
  };
}

export interface TranscodePorts {
  readonly videos: VideosRepository;
  readonly works: WorkRepository;
  readonly uploads: UploadsRepository;
  readonly uploadFiles: UploadFiles;
  readonly mediaFiles: MediaFiles;
  readonly transcoder: Transcoder;
  readonly channels: { findById(id: string): Promise<Pick<Channel, 'avatar' | 'thumbnail_url'> | null> };
  readonly fans: {
    /** Removes a deleted video from the fans. */
    forgetVideo(videoId: string): Promise<void>;
    /** Whether a fan of the channel uses a picture. Eventually consistent. */
    isPictureOf(channelId: string, url: string): Promise<boolean>;
  };
  readonly budgets: Pick<Budgets, 'take'>;
  readonly clock: () => number;
  /** Logs a failure that does not fail the request. */
  readonly report: (step: string, error: unknown) => void;
  /** Deletes the clips of a deleted source. False when time ran out. @default none exist */
  readonly deleteMadeOf?: (source: DeletedSource, hasTime: () => boolean) => Promise<boolean>;
}

/** A deleted video or broadcast with its last visibility. */
export interface DeletedSource {
  /** The video's id and that of its broadcast. */
  readonly ids: readonly string[];
  readonly visibility: Visibility;
}

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

export type Recordings = Pick<Replay, 'filesPrefixes' | 'recorded'>;

export interface ReplaysPorts {
  readonly videos: Pick<VideosRepository, 'addReplay'>;
  readonly channels: Pick<ChannelsRepository, 'findById' | 'findVisible'>;
  /** Returns a ULID of that time. */
  readonly newId: (timeMs: number) => string;
}
