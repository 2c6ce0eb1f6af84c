/** Which files may be uploaded, before any of them is sent: specification §5 and §9, and the file's own bytes. */
import { MAX_UPLOAD_BYTES } from '../../../../../shared/limits.ts';
import { SNIFFED_BYTES, SOUND_ALONE, whyNoVideo } from '../../../../../shared/plain/video-file.ts';
import { retryImport } from '../../../lib/api/patience/until-it-comes.ts';
import type { ToastWords } from '../../../ui/overlays/toast-store.ts';

/** What an upload without a file answers. */
export const NO_FILE: ToastWords = {
  title: 'No file selected',
  description: 'Please select a video file',
  tone: 'danger',
};

const TOO_LARGE: ToastWords = {
  title: 'File too large',
  description: 'Please select a video under 500MB',
  tone: 'danger',
};

const refused = (description: string): ToastWords => ({
  title: 'This file cannot be uploaded',
  description,
  tone: 'danger',
});

/** What speaks against a file, in words for the person; `null` when nothing does. */
export async function refusalOf(file: File): Promise<ToastWords | null> {
  if (file.size > MAX_UPLOAD_BYTES) return TOO_LARGE;
  const head = await file
    .slice(0, SNIFFED_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return refused('It cannot be read. Please choose it again, or another one.');
  const words = whyNoVideo(new Uint8Array(head));
  if (words) return refused(words);
  return (await isSoundAlone(file)) ? refused(SOUND_ALONE) : null;
}

/** So long the code that looks into a file may take to come: a connection may be away for a moment. */
const CODE_LIMIT_MS = 10_000;

/** What cannot be told here, or not now, the server finds out. */
async function isSoundAlone(file: File): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(CODE_LIMIT_MS);
    const tracks = await retryImport(() => import('./film-tracks.ts'), limit);
    return await tracks.isSoundAlone(file);
  } catch {
    return false;
  }
}
