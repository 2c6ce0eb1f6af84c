/** For what must not meet a token that is too old on its way, as a live broadcast's segments. */
import { nextToken } from './refresh.ts';
import { readToken } from './session.ts';

/** So long before the end of its token a session asks for the next. */
const AHEAD_MS = 60_000;
const CHECK_EVERY_MS = 10_000;

/** Keeps the stored token good, until it is told to end. A refresh that fails is tried again. */
export function keepFresh(): () => void {
  const check = () => {
    const token = readToken();
    const { iat, exp } = timesOf(token);
    // Where tokens live shorter than that, the last third of their life is theirs.
    const aheadMs = Math.min(AHEAD_MS, ((exp - iat) * 1000) / 3);
    if (token && exp * 1000 - aheadMs < Date.now()) void nextToken(token).catch(() => null);
  };
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/** When a token was issued and until when it is good (RFC 7519 §4.1), in s; for ever where it does not say. */
function timesOf(token: string | null): { readonly iat: number; readonly exp: number } {
  try {
    const { iat, exp } = JSON.parse(atob(token?.split('.')[1] ?? '')) as { iat: number; exp: number };
    return { iat, exp };
  } catch {
    return { iat: 0, exp: Infinity };
  }
}
