/** Accounts and the claims of their names; see `accounts.repository.ts` for the keys. */
import type { Language } from '#messages/languages.ts';
import type { Suspension } from '#shared/people/auth.ts';
import type { Condition } from '#functions/aws/table/write-items.ts';
import { usernameKey } from '#functions/channels/index.ts';
import { seconds } from '#functions/base/seconds.ts';
import type { Account } from '../account.ts';

export interface AccountItem {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly created_at: string;
  /** Absent means proven: accounts from before e-mail codes count as proven. */
  readonly is_unverified?: boolean;
  readonly is_leaving?: boolean;
  readonly language?: Language;
  /** For the whole site; the operator grants the role. */
  readonly is_moderator?: boolean;
  readonly suspended?: Suspension;
}

export interface ClaimItem {
  readonly channel_id?: string;
  readonly is_unverified?: boolean;
  /** Reserves the name with an unproven address until then, in s. */
  readonly held_until?: number;
  readonly expires_at?: number;
}

export const emailKey = (email: string) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: 'CLAIM' });

/** No username has an @, and no e-mail address lacks one. */
export const claimKey = (name: string) => (name.includes('@') ? emailKey(name) : usernameKey(name));

/** Expired; DynamoDB deletes the item some time later. */
export const isLapsed = ({ expires_at = Infinity }: ClaimItem, nowMs: number): boolean =>
  expires_at <= seconds(nowMs);

export const isTaken = (claim: ClaimItem | undefined, nowMs: number): boolean =>
  claim !== undefined &&
  !isLapsed(claim, nowMs) &&
  (!claim.is_unverified || (claim.held_until ?? 0) > seconds(nowMs));

const FREE = 'attribute_not_exists(pk) OR expires_at <= :now';

/** `isTaken` as the condition of a write. */
export const isNotTaken = (nowMs: number): Condition => ({
  if: `${FREE} OR (is_unverified = :true AND held_until <= :now)`,
  values: { ':now': seconds(nowMs), ':true': true },
});
/** The address is unproven, so its next owner may claim it. */
export const unproven = (nowMs: number): Condition => ({
  if: `${FREE} OR is_unverified = :true`,
  values: { ':now': seconds(nowMs), ':true': true },
});
export const isUnclaimed = (nowMs: number): Condition => ({ if: FREE, values: { ':now': seconds(nowMs) } });

export const ofAccount = (id: string): Condition => ({ if: 'channel_id = :id', values: { ':id': id } });

export const toAccount = (item: AccountItem): Account => ({
  id: item.id,
  username: item.username,
  displayName: item.display_name,
  email: item.email,
  createdAt: item.created_at,
  isUnverified: item.is_unverified ?? false,
  ...(item.language && { language: item.language }),
  ...(item.is_moderator && { isModerator: true }),
  ...(item.suspended && { suspended: item.suspended }),
});
