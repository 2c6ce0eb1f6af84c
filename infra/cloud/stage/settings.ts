import type { WarmThroughput } from 'aws-cdk-lib/aws-dynamodb';
import type { DayBudget } from '#functions/limits/stage-limits.ts';
import { SettingError, text, wholeNumber, isYes, type ContextOf, type SettingName } from './context.ts';
import { addressLimits, type AddressLimits } from './address-limits.ts';
import { backupCopiesIn, type BackupCopies, type HomePlace } from './backup-copies.ts';
import { domainIn, type Domain } from './domain.ts';
import type { SecretGenerations } from './secret-name.ts';
import { siteBudgets } from './site-budgets.ts';
import { STAGE_NAME, stageOf, type Stage } from './stage.ts';

/**
 * The operator's validated settings of a site (docs/runbook.md has the table). Absent settings get their default where
 * they are used.
 */
export interface Settings {
  readonly stage: Stage;
  readonly domain: Domain | undefined;
  readonly mailFrom: string | undefined;
  readonly alarmEmail: string | undefined;
  readonly monthlyBudgetDollars: number | undefined;
  readonly costMonitorArn: string | undefined;
  readonly showCosts: boolean | undefined;
  readonly apiConcurrency: number | undefined;
  /** Whether new versions are rolled out gradually. @default in production */
  readonly gradual: boolean;
  readonly tracing: boolean | undefined;
  /** Qualifier of the bootstrap that deploys this stage. @default CDK's own */
  readonly bootstrapQualifier: string | undefined;
  /** Whether the stacks' roles have the boundary of the deployer's stack. @default false */
  readonly permissionsBoundary: boolean;
  readonly liveStreamsQuota: number | undefined;
  readonly concurrencyQuota: number | undefined;
  readonly idleChannelDays: number | undefined;
  readonly newAccountDays: number | undefined;
  readonly reservedPercent: number | undefined;
  /** CloudFront's flat-rate plan for the CDN and its web ACL. @default pay as you go */
  readonly cdnPlan: string | undefined;
  /** The throttle of the API's stage. */
  readonly requestsPerSecond: number | undefined;
  readonly warmThroughput: WarmThroughput | undefined;
  readonly addressLimits: AddressLimits;
  readonly siteBudgets: Partial<DayBudget>;
  readonly backupCopies: BackupCopies | undefined;
  readonly secretGenerations: SecretGenerations;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Part of a bucket's name. Source: the parameter `Qualifier` of CDK's bootstrap template. */
const QUALIFIER = /^[a-z0-9]{1,10}$/;
const NO_QUALIFIER = 'not a qualifier of at most ten lower-case letters and digits';
const CDN_PLAN = /^(pro|business|premium)$/;
const COST_MONITOR = /^arn:aws:ce::\d{12}:anomalymonitor\/[\w-]+$/;

/** Settings without which people could not rely on a site of the stage `prod`. */
const NEEDED_BY_PRODUCTION = [
  'domainName',
  'certificateArn',
  'mailFrom',
  'alarmEmail',
] as const satisfies readonly SettingName[];

/**
 * Returns all settings for the target account and region, as far as they are known. Throws a `SettingError` that names
 * an invalid or missing setting.
 */
export function settingsOf(contextOf: ContextOf, home: HomePlace = {}): Settings {
  const stage = stageOf(
    text(contextOf, 'stage', STAGE_NAME, 'not a name of at most twelve lower-case letters and digits') ??
      'dev',
  );
  if (stage.isProduction) checkProduction(contextOf);
  const domain = domainIn(contextOf, home.account);
  const mailFrom = text(contextOf, 'mailFrom', ADDRESS, 'not an e-mail address');
  if (domain && mailFrom) checkMail(mailFrom, domain.name);
  const number = (name: SettingName) => wholeNumber(contextOf, name);
  return {
    stage,
    domain,
    mailFrom,
    alarmEmail: text(contextOf, 'alarmEmail', ADDRESS, 'not an e-mail address'),
    monthlyBudgetDollars: number('monthlyBudgetDollars'),
    costMonitorArn: text(contextOf, 'costMonitorArn', COST_MONITOR, 'not the ARN of a cost anomaly monitor'),
    showCosts: isYes(contextOf, 'showCosts') || undefined,
    apiConcurrency: wholeNumber(contextOf, 'apiConcurrency', 0),
    gradual: contextOf('gradual') === undefined ? stage.isProduction : isYes(contextOf, 'gradual'),
    tracing: isYes(contextOf, 'tracing') || undefined,
    bootstrapQualifier: text(contextOf, 'bootstrapQualifier', QUALIFIER, NO_QUALIFIER),
    permissionsBoundary: isYes(contextOf, 'permissionsBoundary'),
    liveStreamsQuota: number('liveStreamsQuota'),
    concurrencyQuota: number('concurrencyQuota'),
    idleChannelDays: number('idleChannelDays'),
    newAccountDays: wholeNumber(contextOf, 'newAccountDays', 0),
    reservedPercent: wholeNumber(contextOf, 'reservedPercent', 0, 100),
    cdnPlan: text(contextOf, 'cdnPlan', CDN_PLAN, 'not one of pro, business and premium'),
    requestsPerSecond: number('requestsPerSecond'),
    warmThroughput: warmThroughputIn(contextOf),
    addressLimits: addressLimits(contextOf),
    siteBudgets: siteBudgets(contextOf),
    backupCopies: backupCopiesIn(contextOf, stage, home),
    secretGenerations: {
      OriginSecrets: number('originSecret'),
      PassKeys: number('passKey'),
      TokenKeys: number('tokenKey'),
      SecondFactorKeys: number('secondFactorKey'),
      PlaybackKeys: number('playbackKey'),
      NewsKeys: number('newsKey'),
    },
  };
}

/** Warm throughput of a new table, which is DynamoDB's minimum. */
const MIN_WARM = { readUnitsPerSecond: 12_000, writeUnitsPerSecond: 4000 } as const;

/** Defaults are those of a new table. */
function warmThroughputIn(contextOf: ContextOf): WarmThroughput | undefined {
  const reads = wholeNumber(contextOf, 'warmReadUnits', MIN_WARM.readUnitsPerSecond);
  const writes = wholeNumber(contextOf, 'warmWriteUnits', MIN_WARM.writeUnitsPerSecond);
  if (reads === undefined && writes === undefined) return undefined;
  return {
    readUnitsPerSecond: reads ?? MIN_WARM.readUnitsPerSecond,
    writeUnitsPerSecond: writes ?? MIN_WARM.writeUnitsPerSecond,
  };
}

function checkProduction(contextOf: ContextOf): void {
  const missing = NEEDED_BY_PRODUCTION.filter((name) => contextOf(name) === undefined);
  if (missing.length === 0) return;
  const all = missing.map((name) => `-c ${name}=…`).join(', ');
  throw new SettingError(`The stage prod needs these missing settings: ${all}.`);
}

/** Many receivers treat mail from other domains as forged. */
function checkMail(address: string, domain: string): void {
  const host = address.split('@')[1]!;
  if (host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)) return;
  throw new SettingError(`-c mailFrom=${address} is outside of the site's domain ${domain}.`);
}
