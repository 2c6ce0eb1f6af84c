/**
 * The upload of this tab. It lives apart from the page that shows it: whoever looks at something else meanwhile
 * finds it further on when they come back.
 */
import type { VideoUploadStatus } from '../../../../../shared/videos.ts';
import { statusOf } from '../../../lib/api/retry.ts';
import {
  type FileFacts,
  forgetUpload,
  isSameFile,
  readUpload,
  rememberUpload,
  type RememberedUpload,
} from './upload.memory.ts';
import type { UploadState } from './upload.teller.ts';
import { createUploader, type Uploader, type UploaderPorts } from './uploader.ts';

export type UploadScreen =
  /** Whether an upload was left unfinished is being found out. */
  | { readonly kind: 'looking' }
  /** One was: its file is needed again. `storedShare` is from 0 to 1, `null` when nobody could be asked. */
  | { readonly kind: 'unfinished'; readonly file: FileFacts; readonly storedShare: number | null }
  | { readonly kind: 'choosing'; readonly file: FileFacts | null }
  | { readonly kind: 'uploading'; readonly file: FileFacts; readonly state: UploadState }
  /** `film` is the file itself, unless a reload has come between. */
  | {
      readonly kind: 'uploaded';
      readonly file: FileFacts;
      readonly film: File | null;
      readonly videoUrl: string;
    };

export interface UploadSessionPorts {
  readonly look: (uploadId: string) => Promise<VideoUploadStatus>;
  /** Deletes an upload, with what of it is stored. */
  readonly drop: (uploadId: string) => Promise<void>;
  readonly portsFor: (file: File) => UploaderPorts;
  /** The upload of the chosen file is done, or has failed; where the file itself was refused, another is chosen next. */
  readonly onEnd: (state: UploadState) => void;
}

/** One person's uploads, one after the other. */
export function createUploadSession(userId: string, ports: UploadSessionPorts) {
  const listeners = new Set<() => void>();
  let screen: UploadScreen = { kind: 'looking' };
  let file: File | null = null;
  let uploader: Uploader | null = null;
  let uploadId: string | undefined;
  let isOpened = false;

  const show = (next: UploadScreen) => {
    screen = next;
    for (const listener of listeners) listener();
  };

  const startOver = () => {
    uploader?.pause();
    uploader = null;
    file = null;
    uploadId = undefined;
    forgetUpload(userId);
    show({ kind: 'choosing', file: null });
  };

  // Whatever cannot be deleted now is cleaned up later.
  const drop = (uploadId: string) => void ports.drop(uploadId).catch(() => {});

  const begin = (file: File) => {
    const mine = createUploader({
      size: file.size,
      ports: ports.portsFor(file),
      uploadId,
      onBegun: (id) => {
        if (uploader !== mine) return drop(id);
        uploadId = id;
        rememberUpload(userId, id, file);
      },
      onChange: (state) => {
        // A late word of an upload that was given up.
        if (uploader !== mine) return;
        const { videoUrl } = state;
        if (isRefusedFile(state.error)) startOver();
        else
          show(
            videoUrl === null
              ? { kind: 'uploading', file, state }
              : { kind: 'uploaded', file: factsOf(file), film: file, videoUrl },
          );
        if (state.phase === 'uploaded' || state.phase === 'failed') ports.onEnd(state);
      },
    });
    uploader = mine;
    mine.start();
  };

  return {
    userId,
    screen: () => screen,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Finds out what was left unfinished; once. */
    open: () => {
      if (isOpened) return;
      isOpened = true;
      const left = readUpload(userId);
      if (!left) return show({ kind: 'choosing', file: null });
      uploadId = left.upload_id;
      const isStill = () => screen.kind === 'looking';
      void lookAt(left, ports.look).then((found) => {
        if (!isStill()) return;
        if (found) show(found);
        else startOver();
      });
    },
    /** Takes a file, which has been checked. Answers `false` when it is not the unfinished one. */
    choose: (chosen: File): boolean => {
      if (screen.kind === 'unfinished') {
        if (!isSameFile(chosen, screen.file)) return false;
        begin(chosen);
        return true;
      }
      file = chosen;
      show({ kind: 'choosing', file: chosen });
      return true;
    },
    /** Uploads the chosen file. Answers `false` when there is none. */
    start: (): boolean => {
      if (!file) return false;
      begin(file);
      return true;
    },
    pause: () => uploader?.pause(),
    resume: () => uploader?.start(),
    /** Gives an upload up that is not done: what of it is stored is deleted. */
    giveUp: () => {
      const given = uploadId;
      startOver();
      if (given !== undefined) drop(given);
    },
    /** Forgets what there is: the file, or the upload. What is stored stays: it may be on its way to be published. */
    startOver,
  };
}

/** The server has looked at the file and deleted it: it is too large, or no video. */
const isRefusedFile = (error: unknown): boolean => [413, 415].includes(statusOf(error) ?? 0);

export type UploadSession = ReturnType<typeof createUploadSession>;

const factsOf = ({ name, size, lastModified }: FileFacts): FileFacts => ({ name, size, lastModified });

/** What is left of an unfinished upload; `null` when it is gone. */
async function lookAt(
  left: RememberedUpload,
  look: UploadSessionPorts['look'],
): Promise<UploadScreen | null> {
  const file = factsOf(left);
  try {
    const { completed, video_url, stored, parts } = await look(left.upload_id);
    if (completed) return { kind: 'uploaded', file, film: null, videoUrl: video_url };
    return { kind: 'unfinished', file, storedShare: stored.length / (stored.length + parts.length) };
  } catch (error) {
    return statusOf(error) === 404 || isRefusedFile(error)
      ? null
      : { kind: 'unfinished', file, storedShare: null };
  }
}
