import type { PageRequest } from '../base/page.ts';
import type { ClipBody } from '../../shared/videos/clips.ts';
import type { Visibility } from '../../shared/videos/videos.ts';
import type { Budgets } from '../limits/ports.ts';
import type { BegunClip, ClipSource, ClipState, StoredClip, Surroundings } from './clip.ts';

export interface ClipList extends PageRequest {
  /** Of a channel, by a person, or out of a source. */
  readonly of: 'channel' | 'clipper' | 'source';
  readonly id: string;
}

export interface ClipPage {
  readonly items: StoredClip[];
  readonly next: string | undefined;
}

/** What is known of a clip whose files are to be deleted. */
export type DueClip = Pick<StoredClip, 'id' | 'channelId'>;

/** Clips in the table. Each call may be repeated without harm. */
export interface ClipsRepository {
  /** The id of what this person's key makes: `id`, unless it has made something of late. */
  claim(personId: string, key: string, id: string, nowMs: number): Promise<string>;
  /** `null` where there never was one, or it is gone for long. */
  find(id: string): Promise<ClipState | null>;
  /** Before its first file is stored. False where there is one of this id, whatever its state. */
  begin(clip: BegunClip & { readonly clipperId: string }, dueMs: number): Promise<boolean>;
  /** Its files are stored. False where it is not begun any more. */
  finish(clip: StoredClip): Promise<boolean>;
  /** Newest first; maybe a moment old. */
  list(list: ClipList): Promise<ClipPage>;
  /** How many a channel has, and whether its owner wants none. */
  ofChannel(channelId: string): Promise<{ readonly total: number; readonly isOff: boolean }>;
  setOff(channelId: string, isOff: boolean): Promise<void>;
  /** False where there is none. */
  keep(id: string, isKept: boolean): Promise<boolean>;
  /** The source of a kept one is deleted; whoever could see that last still sees the clip. */
  outlive(id: string, visibility: Visibility): Promise<void>;
  addView(id: string): Promise<boolean>;
  /** It is gone, and its files are to be deleted by then. False where it is not there. */
  remove(id: string, dueMs: number): Promise<boolean>;
  /** It has no files any more. */
  settle(id: string, nowMs: number): Promise<void>;
}

/** Files by their addresses on the site. */
export interface ClipFiles {
  /** A playlist; `null` where there is none. */
  read(url: string): Promise<string | null>;
  /** False where there is nothing to copy. What is there already is written once more. */
  copy(fromUrl: string, toUrl: string): Promise<boolean>;
  write(url: string, playlist: string): Promise<void>;
  /** The last name that a folder's files have up to this one, of those that begin so. */
  lastUpTo(
    folderUrl: string,
    name: { readonly prefix: string; readonly upTo: string },
  ): Promise<string | null>;
  /** Deletes all files whose keys begin so. */
  deleteAll(prefix: string): Promise<unknown>;
}

/** What a clip can be cut out of. */
export interface Source extends Omit<ClipSource, 'fromMs'> {
  readonly channelId: string;
  readonly username: string;
  readonly visibility: Visibility;
  /** Of a playlist of renditions, or of segments. */
  readonly playlistUrl: string;
  /** Where playlists are read, if they are no files. */
  readonly read?: (url: string) => Promise<string | null>;
  /** Whether segments are found by when they were made. */
  readonly isDated: boolean;
  /** A picture of about then, or of the whole; the first that is there is taken. */
  readonly pictures: readonly string[];
}

export interface ClipsPorts {
  readonly clips: ClipsRepository;
  readonly files: ClipFiles;
  /** Throws `not_found`, and `conflict` of what no clip can be made of. */
  readonly sourceOf: (callerId: string, request: ClipBody) => Promise<Source>;
  /** In the same order. */
  readonly around: (clips: readonly StoredClip[]) => Promise<Surroundings[]>;
  /** The name that somebody goes by. Throws `not_found`. */
  readonly usernameOf: (personId: string) => Promise<string>;
  readonly budgets: Pick<Budgets, 'take'>;
  /** Whom a pass to this clip names. Throws `forbidden` for any other. */
  readonly viewerOf: (pass: string, clipId: string) => string;
  /** Marks that somebody has watched it today. False where they had. */
  readonly markView: (id: string, viewer: string, nowMs: number) => Promise<boolean>;
  readonly newId: () => string;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
}
