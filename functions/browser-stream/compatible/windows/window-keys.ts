/** Where the files of windows are. Pure. */
import { broadcastFilesPrefix } from '../../broadcast.ts';
import type { AttemptKey, Capture } from '../../ports/work.ts';

/** Of an attempt's files in the uploads bucket, without `.webm` and `.ts`. */
export const attemptKey = ({ channelId, id, windowId, attempt }: AttemptKey): string =>
  `windows/${channelId}/${id}/${windowId}-${attempt}`;

/** Where a picture is seen on the site. */
export const captureUrl = (key: AttemptKey, capture: Capture): string =>
  `/${captureKey(key, capture)}.0000000.jpg`;

/**
 * Cards show the picture whose name sorts last: where a direct broadcast changes its way, those of its windows come after
 * its own, `picture-…`.
 */
const captureNames: Readonly<Record<Capture, string>> = {
  poster: 'poster',
  picture: 'picture',
  live: 'shown',
};

/** Of a picture in the media bucket, without `.0000000.jpg`. */
export const captureKey = (key: AttemptKey, capture: Capture): string =>
  `${broadcastFilesPrefix(key)}${captureNames[capture]}-${key.windowId}`;
