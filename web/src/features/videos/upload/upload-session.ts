/** The tab's upload. It continues while the user visits other pages. */
import type { VideoUploadStatus } from '#shared/videos/videos.ts';
import { statusOf } from '#web/lib/api/patience/retry.ts';
import { createEmitter } from '#web/lib/async/emitter.ts';
import {
  type FileFacts,
  forgetUpload,
  isSameFile,
  readUploads,
  type RememberedUpload,
  rememberUpload,
} from './upload-memory.ts';
import type { UploadState } from './upload-progress.ts';
import { createUploader, type Uploader, type UploaderPorts } from './uploader.ts';

/** The states of /upload. */
export type UploadScreen =
  /** Checks for an unfinished upload. */
  | { readonly kind: 'looking' }
  /** Needs the file again. `storedShare` is from 0 to 1, `null` if unknown. */
  | { readonly kind: 'unfinished'; readonly file: FileFacts; readonly storedShare: number | null }
  | { readonly kind: 'choosing'; readonly file: FileFacts | null }
  | { readonly kind: 'uploading'; readonly file: FileFacts; readonly state: UploadState }
  /** `localFile` is absent after a reload. */
  | {
      readonly kind: 'uploaded';
      readonly file: FileFacts;
      readonly localFile: File | null;
      readonly videoUrl: string;
    };

const NOTHING_CHOSEN: UploadScreen = { kind: 'choosing', file: null };

interface UploadSessionPorts {
  readonly fetchStatus: (uploadId: string) => Promise<VideoUploadStatus>;
  /** Deletes an upload with its stored parts. */
  readonly drop: (uploadId: string) => Promise<void>;
  /** Locks an upload for this tab; `null` if another tab has it. */
  readonly lock: (uploadId: string) => Promise<(() => void) | null>;
  readonly portsFor: (file: File) => UploaderPorts;
  /** The upload finished or failed. After a refused file, the user chooses another. */
  readonly onEnd: (state: UploadState) => void;
}

/** A user's uploads, one at a time. Methods are bound. */
export class UploadSession {
  readonly #userId: string;
  readonly #ports: UploadSessionPorts;
  readonly #changes = createEmitter();
  #screen: UploadScreen = { kind: 'looking' };
  #file: File | null = null;
  #uploader: Uploader | null = null;
  #uploadId: string | undefined;
  #isOpened = false;
  #isClosed = false;
  #unlock = (): void => {};

  constructor(userId: string, ports: UploadSessionPorts) {
    this.#userId = userId;
    this.#ports = ports;
  }

  readonly screen = (): UploadScreen => this.#screen;
  readonly subscribe = this.#changes.subscribe;

  /** Looks for an unfinished upload, once. */
  readonly open = (): void => {
    if (this.#isOpened) return;
    this.#isOpened = true;
    if (readUploads(this.#userId).length === 0) return this.#show(NOTHING_CHOSEN);
    void this.#findUnfinished().then((found) => {
      if (this.#screen.kind === 'looking') this.#show(found ?? NOTHING_CHOSEN);
    });
  };

  /** The latest upload that no other tab uses. */
  async #findUnfinished(): Promise<UploadScreen | null> {
    for (const left of readUploads(this.#userId)) {
      const unlock = await this.#ports.lock(left.upload_id);
      if (!unlock) continue;
      const found = await screenOfUnfinished(left, this.#ports.fetchStatus);
      if (found && !this.#isClosed) {
        [this.#uploadId, this.#unlock] = [left.upload_id, unlock];
        return found;
      }
      if (!found) forgetUpload(this.#userId, left.upload_id);
      unlock();
      if (this.#isClosed) return null;
    }
    return null;
  }

  /** Sets a validated file. Returns `false` if it does not match the unfinished upload. */
  readonly choose = (chosen: File): boolean => {
    if (this.#screen.kind !== 'unfinished') {
      this.#file = chosen;
      this.#show({ kind: 'choosing', file: chosen });
      return true;
    }
    if (!isSameFile(chosen, this.#screen.file)) return false;
    this.#upload(chosen);
    return true;
  };

  /** Uploads the chosen file. Returns `false` without one. */
  readonly start = (): boolean => {
    if (this.#screen.kind === 'uploading') return true;
    if (!this.#file) return false;
    this.#upload(this.#file);
    return true;
  };

  /** Stops sending after a log-out; the owner can resume later, also in another tab. */
  readonly close = (): void => {
    this.#isClosed = true;
    this.pause();
    this.#release();
  };

  readonly pause = (): void => this.#uploader?.pause();
  readonly resume = (): void => this.#uploader?.start();

  /** Cancels an upload and deletes its parts. */
  readonly giveUp = (): void => {
    const uploadId = this.#uploadId;
    this.startOver();
    if (uploadId !== undefined) this.#drop(uploadId);
  };

  /** Resets the state. Keeps stored data, which may be about to be published. */
  readonly startOver = (): void => {
    this.#uploader?.pause();
    this.#uploader = null;
    this.#file = null;
    if (this.#uploadId !== undefined) forgetUpload(this.#userId, this.#uploadId);
    this.#uploadId = undefined;
    this.#release();
    this.#show(NOTHING_CHOSEN);
  };

  #release(): void {
    this.#unlock();
    this.#unlock = () => {};
  }

  #show(screen: UploadScreen): void {
    this.#screen = screen;
    this.#changes.emit();
  }

  #upload(file: File): void {
    const uploader = createUploader({
      size: file.size,
      ports: this.#ports.portsFor(file),
      uploadId: this.#uploadId,
      onBegun: (uploadId) => {
        if (this.#uploader === uploader) this.#remember(uploadId, file);
        else this.#drop(uploadId);
      },
      onChange: (state) => {
        // Ignores late reports of a cancelled upload.
        if (this.#uploader === uploader) this.#follow(file, state);
      },
    });
    this.#uploader = uploader;
    uploader.start();
  }

  #remember(uploadId: string, file: File): void {
    this.#uploadId = uploadId;
    rememberUpload(this.#userId, uploadId, file);
    void this.#ports.lock(uploadId).then((unlock) => {
      if (this.#uploadId === uploadId && !this.#isClosed) this.#unlock = unlock ?? this.#unlock;
      else unlock?.();
    });
  }

  #follow(file: File, state: UploadState): void {
    const { phase, videoUrl, error } = state;
    if (isRefusedFile(error)) this.startOver();
    else if (videoUrl === null) this.#show({ kind: 'uploading', file, state });
    else this.#show({ kind: 'uploaded', file: factsOf(file), localFile: file, videoUrl });
    if (phase === 'uploaded' || phase === 'failed') this.#ports.onEnd(state);
  }

  /** The server later cleans up after failures. */
  #drop(uploadId: string): void {
    void this.#ports.drop(uploadId).catch(() => {});
  }
}

/** The server deleted the file: too large or not a video. */
const isRefusedFile = (error: unknown): boolean => [413, 415].includes(statusOf(error) ?? 0);

const factsOf = ({ name, size, lastModified }: FileFacts): FileFacts => ({ name, size, lastModified });

/** The screen of an unfinished upload; `null` if it no longer exists. */
async function screenOfUnfinished(
  left: RememberedUpload,
  fetchStatus: (uploadId: string) => Promise<VideoUploadStatus>,
): Promise<UploadScreen | null> {
  const file = factsOf(left);
  try {
    const { completed, video_url, stored, parts } = await fetchStatus(left.upload_id);
    if (completed) return { kind: 'uploaded', file, localFile: null, videoUrl: video_url };
    return { kind: 'unfinished', file, storedShare: stored.length / (stored.length + parts.length) };
  } catch (error) {
    return statusOf(error) === 404 || isRefusedFile(error)
      ? null
      : { kind: 'unfinished', file, storedShare: null };
  }
}
