/** Where the files of windows are. Pure. */
import { broadcastFilesPrefix } from './broadcast.ts';
import type { AttemptKey } from './ports.ts';
import type { Capture } from './window-job.ts';

/** Of an attempt's files in the uploads bucket, without `.webm` and `.ts`. */
export const attemptKey = ({ channelId, id, windowId, attempt }: AttemptKey): string =>
  `windows/${channelId}/${id}/${windowId}-${attempt}`;

/** Of a picture in the media bucket, without `.0000000.jpg`. */
export const captureKey = (key: AttemptKey, capture: Capture): string =>
  `${broadcastFilesPrefix(key)}${capture}-${key.windowId}`;
