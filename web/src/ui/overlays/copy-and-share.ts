import { copyText } from '../../lib/copy-text.ts';
import { type SharedPage, shareBySheet } from '../../lib/share-by-sheet.ts';
import { toastFailure, toastSuccess } from './toast.tsx';

/** Copies a text and says so in a toast: "Copied!" (specification §8). */
export async function copy(text: string): Promise<void> {
  if (await copyText(text)) toastSuccess('Copied!');
  else toastFailure('Error', 'Could not copy');
}

/** Shares a page through the system's share sheet; where there is none, its link is copied. */
export async function share(page: SharedPage): Promise<void> {
  if (!(await shareBySheet(page))) await copy(page.url);
}
