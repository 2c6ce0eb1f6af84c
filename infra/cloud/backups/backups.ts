import { Duration, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Stage } from '../stage/stage.ts';
import { createBackupRole } from './backup-role.ts';

/** A failed copy can be repeated within a weekend. */
const KEPT_HERE = Duration.days(3);
/** The same period as the table's point-in-time recovery. */
const KEPT_THERE = Duration.days(35);
/** In UTC. */
const DAILY = Schedule.cron({ hour: '3', minute: '0' });

export interface BackupsProps {
  readonly stage: Stage;
  readonly table: TableV2;
  /** With versioning, which AWS Backup requires. */
  readonly buckets: readonly Bucket[];
  /** A vault in another account and region. */
  readonly copiesTo: string;
}

/** Backs up a site daily, and copies the backups to a vault that survives the loss of the account or region. */
export class Backups extends Construct {
  /** The first vault of backups. */
  readonly vault: BackupVault;

  constructor(scope: Construct, id: string, { stage, table, buckets, copiesTo }: BackupsProps) {
    super(scope, id);
    this.vault = new BackupVault(this, 'Vault', { removalPolicy: stage.removalPolicy });
    const copies = BackupVault.fromBackupVaultArn(this, 'Copies', copiesTo);
    const daily = new BackupPlanRule({
      ruleName: 'Daily',
      scheduleExpression: DAILY,
      startWindow: Duration.hours(1),
      completionWindow: Duration.hours(20),
      deleteAfter: KEPT_HERE,
      copyActions: [{ destinationBackupVault: copies, deleteAfter: KEPT_THERE }],
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: Stack.of(this).stackName,
      backupVault: this.vault,
      backupPlanRules: [daily],
    });
    const arns = [table.tableArn, ...buckets.map(({ bucketArn }) => bucketArn)];
    plan.addSelection('Data', {
      resources: arns.map((arn) => BackupResource.fromArn(arn)),
      role: createBackupRole(this, { table, buckets, vaultArns: [this.vault.backupVaultArn, copiesTo] }),
      disableDefaultBackupPolicy: true,
    });
  }
}
