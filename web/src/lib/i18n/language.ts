import { LANGUAGE_COOKIE, type Language } from '#messages/languages.ts';
import type { User } from '#shared/people/auth.ts';
import { language } from './messages.ts';

const YEAR_S = 31_536_000;

/**
 * Loads the page in another language, and all pages from now on: the server chooses the document by the cookie. Returns
 * whether it does: the browser may forbid cookies, in a sandboxed frame by an exception.
 */
export function showLanguage(tag: Language): boolean {
  const cookie = `${LANGUAGE_COOKIE}=${tag}`;
  try {
    document.cookie = `${cookie}; path=/; max-age=${YEAR_S}; samesite=lax`;
    if (!document.cookie.includes(cookie)) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Loads the page in the account's language after a log-in. Returns whether it does. */
export function showAccountLanguage({ language: tag }: Pick<User, 'language'>): boolean {
  return tag !== undefined && tag !== language && showLanguage(tag);
}
