import { toastFailure, toastSuccess } from './toast.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** Copies a text and raises "Copied!" (specification §8). */
export async function copy(text: string): Promise<void> {
  if (await copyText(text)) toastSuccess(t('common.copied'));
  else toastFailure(t('common.copyFailed'), t('common.copyFailedHint'));
}

/** Opens the system's share sheet, or copies the link. */
export async function share(page: SharedPage): Promise<void> {
  if (!(await shareBySheet(page))) await copy(page.url);
}

/** Copies and returns whether it worked. Also without clipboard access (plain http). */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

type SharedPage = Readonly<Required<Pick<ShareData, 'title' | 'url'>>>;

/** Returns whether the sheet shared or the user closed it; `false` if missing or failed. */
export async function shareBySheet(page: SharedPage): Promise<boolean> {
  if (!navigator.canShare?.(page)) return false;
  try {
    await navigator.share(page);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
