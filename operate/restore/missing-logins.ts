import {
  paginateListUsers,
  UserStatusType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { AccountItem } from '#functions/auth/table/account.item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { scanPages } from '../admin/scan-pages.ts';

/** An account without a login. The login is created under the account's id, which refers to the account. */
export interface MissingLogin extends Pick<AccountItem, 'id' | 'email'> {
  /** The user exists in the pool, but a run ended before it had a password. */
  readonly isHalfMade: boolean;
}

export interface Found {
  /** Excludes accounts that are being deleted. */
  readonly accounts: number;
  readonly missing: readonly MissingLogin[];
}

export interface UserPool {
  readonly client: CognitoIdentityProviderClient;
  readonly userPoolId: string;
}

/** Compares the table's accounts with the user pool's logins. Changes nothing. Throws AWS's errors. */
export async function findMissingLogins(table: Table, pool: UserPool): Promise<Found> {
  const statuses = await listStatuses(pool);
  let accounts = 0;
  const missing: MissingLogin[] = [];
  const onlyAccounts = {
    TableName: table.TableName,
    FilterExpression: 'sk = :account AND begins_with(pk, :channel)',
    ExpressionAttributeValues: { ':account': 'ACCOUNT', ':channel': 'CHANNEL#' },
  };
  for await (const page of scanPages<AccountItem>(table.client, onlyAccounts)) {
    for (const { id, email, is_leaving } of page) {
      if (is_leaving) continue;
      accounts += 1;
      const status = statuses.get(id.toLowerCase());
      const isHalfMade = status === UserStatusType.FORCE_CHANGE_PASSWORD;
      if (status === undefined || isHalfMade) missing.push({ id, email, isHalfMade });
    }
  }
  return { accounts, missing };
}

/** By username in lower case, as a case-insensitive pool stores them. */
async function listStatuses({ client, userPoolId }: UserPool): Promise<Map<string, string>> {
  const statuses = new Map<string, string>();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId: userPoolId }))
    for (const { Username = '', UserStatus = '' } of Users) statuses.set(Username.toLowerCase(), UserStatus);
  return statuses;
}
