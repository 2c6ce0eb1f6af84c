import { t } from './messages.ts';

/** A device as the API names it, "Firefox on Linux", in the page's language. */
export function deviceName(device: string): string {
  // As `functions/http/device.ts` writes it.
  if (device === 'Unknown device') return t('common.unknownDevice');
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser && system ? t('common.browserOnSystem', { browser, system }) : device;
}
