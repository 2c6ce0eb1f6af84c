import type { Language } from '#messages/languages.ts';
import type { Suspension, User } from '#shared/people/auth.ts';

/** An account: the person behind a channel. `id` is the channel's id and Cognito's username. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly createdAt: string;
  readonly isUnverified: boolean;
  /** Of mails and notifications; absent if none was chosen. */
  readonly language?: Language | undefined;
  /** For the whole site. */
  readonly isModerator?: boolean;
  /** The latest one, which may be over. */
  readonly suspended?: Suspension | undefined;
}

/**
 * How long an e-mail code is valid, in ms: the maximum of ASVS 5.0 (6.5.5). A new account's address is reserved as
 * long.
 */
export const CODE_LIFE_MS = 10 * 60_000;

export const toUser = (account: Account, nowMs = Date.now()): User => {
  const suspension = suspensionNow(account, nowMs);
  return {
    id: account.id,
    username: account.username,
    display_name: account.displayName,
    email: account.email,
    created_at: account.createdAt,
    ...(account.isModerator && { is_moderator: true }),
    ...(account.language && { language: account.language }),
    ...(suspension && { suspension }),
  };
};

/** The latest suspension may be over. */
export interface MaybeSuspended {
  readonly suspended?: Suspension | undefined;
}

/** The suspension that is in effect at `nowMs`, in ms since 1970; `undefined` if there is none. */
export function suspensionNow({ suspended }: MaybeSuspended, nowMs: number): Suspension | undefined {
  if (!suspended || (suspended.until !== null && Date.parse(suspended.until) <= nowMs)) return undefined;
  const { until, reason, words } = suspended;
  return { until, reason, words };
}

/** The name that is taken; `lookalike`: the username looks like another one. */
export type Claim = 'username' | 'email' | 'lookalike';
