interface Claims {
  /** In s. */
  readonly iat?: number;
  readonly exp?: number;
  /** Of the session. */
  readonly sid?: string;
}

/** What a session token says (RFC 7519 §4.1); nothing for another text. */
export function claimsOf(token: string | null): Claims {
  try {
    return JSON.parse(atob(token?.split('.')[1] ?? '')) as Claims;
  } catch {
    return {};
  }
}
