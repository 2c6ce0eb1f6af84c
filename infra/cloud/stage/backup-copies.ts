import { SettingError, text, yes, type ContextOf } from './context.ts';
import type { Stage } from './stage.ts';

/** Where copies of the backups go, which survive the loss of the account and of the region. */
export interface BackupCopies {
  /** Of a vault of AWS Backup. */
  readonly vaultArn: string;
  /** Whether videos, replays and pictures are backed up, too. */
  readonly media: boolean;
}

/** What a site is deployed to; the account where it is known. */
export interface HomePlace {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

const VAULT = /^arn:aws:backup:([a-z0-9-]+):(\d{12}):backup-vault:[\w-]{2,50}$/;

/** The copies that the operator asks for; nothing where none are. Throws a `SettingError` where they would protect nothing. */
export function backupCopiesIn(
  contextOf: ContextOf,
  stage: Stage,
  home: HomePlace,
): BackupCopies | undefined {
  const vaultArn = text(contextOf, 'backupVaultArn', VAULT, 'no ARN of a vault of AWS Backup');
  const media = yes(contextOf, 'backupMedia');
  if (vaultArn === undefined) {
    if (media) throw new SettingError('-c backupMedia=yes needs -c backupVaultArn=….');
    return undefined;
  }
  if (!stage.isProduction)
    throw new SettingError('-c backupVaultArn=… is for the stage prod, as only that keeps its data.');
  const [, region, account] = VAULT.exec(vaultArn) ?? [];
  if (account === home.account || region === home.region)
    throw new SettingError(
      'The vault of -c backupVaultArn must be in another account and in another region than the site.',
    );
  return { vaultArn, media };
}
