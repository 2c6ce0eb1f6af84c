import type { User } from '../../shared/auth.ts';

/** An account: the person behind a channel. `id` is the channel's id and Cognito's username. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly createdAt: string;
  /** Nobody has shown yet that the address is theirs. */
  readonly isUnverified: boolean;
}

/**
 * How long a code for an address lives, in ms: as long as ASVS 5.0 lets it (6.5.5). A new account's address is held for it
 * as long.
 */
export const CODE_LIFE_MS = 10 * 60_000;

export const toUser = ({ id, username, displayName, email, createdAt }: Account): User => ({
  id,
  username,
  display_name: displayName,
  email,
  created_at: createdAt,
});
