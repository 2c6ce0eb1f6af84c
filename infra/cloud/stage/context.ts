/** All that an operator may set (docs/runbook.md). What is not in this list cannot be read, and is refused when given. */
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
  'cameraWindowMs',
  'cameraJobsPerSecond',
  'cameraMaxBroadcasts',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** What the operator gives for a setting; `undefined` where nothing is given. */
export type ContextOf = (name: SettingName) => unknown;

/** A setting is missing, wrong, or contradicts another. Its message is one sentence for the operator. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** CDK's own keys have a colon, a slash or a dash. */
const OURS = /^[A-Za-z]+$/;
const STAGES = 'stages';

/**
 * Reads settings from CDK's context: from `-c name=value`, or else from what `cdk.context.json` has under `stages` for this
 * stage (`{ "stages": { "prod": { "domainName": "…" } } }`). Throws a `SettingError` for a name that is none.
 */
export function settingsIn(context: Readonly<Record<string, unknown>>): ContextOf {
  const stage = typeof context['stage'] === 'string' ? context['stage'] : 'dev';
  const stages = (context[STAGES] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const ofStage = stages[stage] ?? {};
  const given = [...Object.keys(context).filter((name) => OURS.test(name)), ...Object.keys(ofStage)];
  const known: readonly string[] = [...SETTING_NAMES, STAGES];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SettingError(`There is no setting "${unknown}"; docs/runbook.md lists those that there are.`);
  return (name) => context[name] ?? ofStage[name];
}

/** A text that the operator gives; nothing where none is given. Throws where it does not have the form, which `what` describes. */
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
 * A whole number from `least` on that the operator gives (`-c name=3`); nothing where none is given. Throws an error that
 * names what is no such number.
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

/** Whether the operator says `yes`; `no` where nothing is said. Throws where it is neither. */
export function yes(contextOf: ContextOf, name: SettingName): boolean {
  const value = contextOf(name) ?? 'no';
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw new SettingError(`-c ${name}=${String(value)} is neither yes nor no.`);
}
