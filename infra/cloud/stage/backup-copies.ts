import { SettingError, text, isYes, type ContextOf } from './context.ts';
import type { Stage } from './stage.ts';

/** Destination of backup copies, which survive the loss of the account and the region. */
export interface BackupCopies {
  /** ARN of an AWS Backup vault. */
  readonly vaultArn: string;
  /** Whether videos, replays and pictures are also backed up. */
  readonly media: boolean;
}

/** Where a site is deployed; the account is optional. */
export interface HomePlace {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

const VAULT = /^arn:aws:backup:([a-z0-9-]+):(\d{12}):backup-vault:[\w-]{2,50}$/;

/** Returns the operator's backup copies, or `undefined`. Throws a `SettingError` if they would protect nothing. */
export function backupCopiesIn(
  contextOf: ContextOf,
  stage: Stage,
  home: HomePlace,
): BackupCopies | undefined {
  const vaultArn = text(contextOf, 'backupVaultArn', VAULT, 'not the ARN of an AWS Backup vault');
  const media = isYes(contextOf, 'backupMedia');
  if (vaultArn === undefined) {
    if (media) throw new SettingError('-c backupMedia=yes needs -c backupVaultArn=….');
    return undefined;
  }
  if (!stage.isProduction)
    throw new SettingError(
      '-c backupVaultArn=… is for the stage prod, because only that stage keeps its data.',
    );
  const [, region, account] = VAULT.exec(vaultArn) ?? [];
  if (account === home.account || region === home.region)
    throw new SettingError(
      'The vault of -c backupVaultArn must be in a different account and region than the site.',
    );
  return { vaultArn, media };
}
