import type { ClipBody } from '../../shared/videos/clips.ts';
import type { Visibility } from '../../shared/videos/videos.ts';
import type { Budgets } from '../limits/budgets.ts';
import type { ClipSource, StoredClip, Surroundings } from './clip.ts';
import type { ClipsRepository } from './clips.repository.ts';

/** Files by their addresses on the site. */
export interface ClipFiles {
  /** The text of a playlist; `null` when there is none. */
  read(url: string): Promise<string | null>;
  /** False when there is nothing to copy. Overwrites. */
  copy(fromUrl: string, toUrl: string): Promise<boolean>;
  write(url: string, playlist: string): Promise<void>;
  /** The last file name with this prefix up to `upTo`, in a folder. */
  lastUpTo(
    folderUrl: string,
    name: { readonly prefix: string; readonly upTo: string },
  ): Promise<string | null>;
  /** Deletes all files with this prefix. */
  deleteAll(prefix: string): Promise<unknown>;
}

/** A video or broadcast that a clip is cut from. */
export interface Source extends Omit<ClipSource, 'fromMs'> {
  readonly channelId: string;
  readonly username: string;
  readonly visibility: Visibility;
  /** A multivariant or a media playlist. */
  readonly playlistUrl: string;
  /** For playlists that are not files. */
  readonly read?: (url: string) => Promise<string | null>;
  /** Whether segments are found by their dates. */
  readonly isDated: boolean;
  /** Thumbnail candidates, the best first. */
  readonly pictures: readonly string[];
}

export interface ClipsPorts {
  readonly clips: ClipsRepository;
  readonly files: ClipFiles;
  /** Throws `not_found`, and `conflict` when the source cannot be clipped. */
  readonly sourceOf: (callerId: string, request: ClipBody) => Promise<Source>;
  /** In the order of `clips`. */
  readonly around: (clips: readonly StoredClip[]) => Promise<Surroundings[]>;
  /** Throws `not_found`. */
  readonly usernameOf: (personId: string) => Promise<string>;
  readonly budgets: Pick<Budgets, 'take'>;
  /** The viewer named by a pass to this clip. Throws `forbidden` for any other pass. */
  readonly viewerOf: (pass: string, clipId: string) => string;
  /** Marks that the viewer has watched the clip today. False when it is marked already. */
  readonly markView: (id: string, viewer: string, nowMs: number) => Promise<boolean>;
  readonly newId: () => string;
  readonly clock: () => number;
  /** Logs a failure that does not fail the request. */
  readonly report: (step: string, error: unknown) => void;
}
