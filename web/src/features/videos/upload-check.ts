/** Which files may be uploaded: specification §5 and §9. */
import { MAX_UPLOAD_BYTES } from '../../../../shared/limits.ts';
import type { ToastWords } from '../../ui/toast-store.ts';

/** What speaks against a file, in the specification's words; `null` when nothing does. */
export function refusalOf({ size, type }: Pick<File, 'size' | 'type'>): ToastWords | null {
  if (size > MAX_UPLOAD_BYTES) {
    return { title: 'File too large', description: 'Please select a video under 500MB', tone: 'danger' };
  }
  // Some systems know no type for MOV or MKV: only what says that it is something else is refused.
  return type === '' || type.startsWith('video/') ? null : NO_VIDEO;
}

/** Also what an upload without a file answers. */
export const NO_VIDEO: ToastWords = {
  title: 'No file selected',
  description: 'Please select a video file',
  tone: 'danger',
};
