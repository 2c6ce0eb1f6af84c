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

export const toUser = ({ id, username, displayName, email, createdAt }: Account): User => ({
  id,
  username,
  display_name: displayName,
  email,
  created_at: createdAt,
});
