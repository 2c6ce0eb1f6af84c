/** All settings of an operator (docs/runbook.md). Others cannot be read, and are refused. */
const SETTING_NAMES = [
  'stage',
  'domainName',
  'certificateArn',
  'hstsSubdomains',
  'mailFrom',
  'alarmEmail',
  'monthlyBudgetDollars',
  'costMonitorArn',
  'showCosts',
  'apiConcurrency',
  'gradual',
  'tracing',
  'bootstrapQualifier',
  'permissionsBoundary',
  'liveStreamsQuota',
  'concurrencyQuota',
  'idleChannelDays',
  'newAccountDays',
  'reservedPercent',
  'cdnPlan',
  'requestsPerSecond',
  'warmReadUnits',
  'warmWriteUnits',
  'addressRequests',
  'addressMediaRequests',
  'addressAuthRequests',
  'addressRefreshes',
  'cameraHours',
  'compatibleHours',
  'softwareHours',
  'videoHours',
  'replayHours',
  'uploadGigabytes',
  'files',
  'clips',
  'backupVaultArn',
  'backupMedia',
  'originSecret',
  'passKey',
  'tokenKey',
  'secondFactorKey',
  'newsKey',
  'playbackKey',
  'cameraWindowMs',
  'cameraJobsPerSecond',
  'cameraMaxBroadcasts',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** Returns the operator's value of a setting, or `undefined`. */
export type ContextOf = (name: SettingName) => unknown;

/** A setting is missing, invalid, or contradicts another. The message is one sentence for the operator. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** CDK's own keys contain a colon, slash or dash. */
const OURS = /^[A-Za-z]+$/;
const STAGES = 'stages';

/**
 * Reads settings from CDK's context: from `-c name=value`, or from the stage's part of `stages` in `cdk.context.json`
 * (`{ "stages": { "prod": { "domainName": "…" } } }`). Throws a `SettingError` for unknown names.
 */
export function settingsIn(context: Readonly<Record<string, unknown>>): ContextOf {
  const stage = typeof context['stage'] === 'string' ? context['stage'] : 'dev';
  const stages = (context[STAGES] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const ofStage = stages[stage] ?? {};
  const given = [...Object.keys(context).filter((name) => OURS.test(name)), ...Object.keys(ofStage)];
  const known: readonly string[] = [...SETTING_NAMES, STAGES];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SettingError(`Unknown setting "${unknown}"; docs/runbook.md lists all settings.`);
  return (name) => context[name] ?? ofStage[name];
}

/** Returns a text setting, or `undefined`. Throws if it does not match the pattern; `what` completes the message. */
export function text(
  contextOf: ContextOf,
  name: SettingName,
  form: RegExp,
  what: string,
): string | undefined {
  const value = contextOf(name);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && form.test(value)) return value;
  throw new SettingError(`-c ${name}=${String(value)} is ${what}.`);
}

/**
 * Returns an integer setting from `least` on (`-c name=3`), or `undefined`. Throws an error naming an invalid number.
 */
export function wholeNumber(
  contextOf: ContextOf,
  name: SettingName,
  least = 1,
  most = Infinity,
): number | undefined {
  const value = contextOf(name);
  if (value === undefined) return undefined;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  if (Number.isInteger(number) && number >= least && number <= most && value !== '') return number;
  const range = most === Infinity ? `from ${least} on` : `from ${least} to ${most}`;
  throw new SettingError(`-c ${name}=${String(value)} is not a whole number ${range}.`);
}

/** Returns whether a setting is `isYes`; the default is `no`. Throws for other values. */
export function isYes(contextOf: ContextOf, name: SettingName): boolean {
  const value = contextOf(name) ?? 'no';
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw new SettingError(`-c ${name}=${String(value)} is neither yes nor no.`);
}
