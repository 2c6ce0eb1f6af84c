/** What a site without users costs in a month, by service. */
import { PRICES, type Amounts } from '#functions/costs/prices.ts';
import { METRICS, seriesOf, type MetricName } from '#functions/metrics/metrics.ts';
import { times } from './counts.ts';
import { servicesOf } from './scale.ts';

const HOURS_A_MONTH = 730;
/**
 * What the alarms of production watch (`infra/cloud/alarms`): each metric of an expression is billed as an alarm of its own
 * (Amazon CloudWatch Pricing, "Alarms"). Those of rollouts come besides where these are gradual.
 */
export const ALARM_METRICS = 84;
export const COMPOSITE_ALARMS = 1;
/** Metrics that each tick and each probe write. */
const TICKED = (['Ticks', 'LiveStreams', 'Probes'] as const).flatMap(seriesOf).length;
const SERIES_DOLLARS = 0.3;
/** `infra/cloud/parts/rotated-secret.ts`. */
const SECRETS = 5;
/** The blocked addresses, four rate rules and three groups of AWS's: `infra/cloud/guard/web-acl.ts`. */
const WAF_RULES = 8;
/** Lambda asks the queues of news and of webhooks by five long polls of 20 s each. */
const POLLS_A_MONTH = (2 * 5 * HOURS_A_MONTH * 3600) / 20;

/** One an hour, each with an account of its own: `operate/probe.lambda.ts`. */
const PROBES_A_MONTH = HOURS_A_MONTH;
/** Of Cognito, beyond the first 10,000 people of a month. */
const ACTIVE_PERSON_DOLLARS = 0.0055;
/** AWS copies DynamoDB's backups whole, each day, to another region, a GB. */
const DAILY_COPY_DOLLARS = 30 * 0.02;

export interface IdleRow {
  readonly service: string;
  readonly what: string;
  readonly dollars: number;
}

/** The dearest first. `idle`: what an hour of ticks takes. */
export function idleMonth(idle: Amounts): readonly IdleRow[] {
  const ticks = new Map(servicesOf(times(idle, HOURS_A_MONTH)));
  const series = (Object.keys(METRICS) as MetricName[]).flatMap(seriesOf).length;
  return [
    {
      service: 'WAF',
      what: `a web ACL (5 dollars) with ${WAF_RULES} rules (1 each)`,
      dollars: 5 + WAF_RULES,
    },
    {
      service: 'CloudWatch',
      what: `${ALARM_METRICS} metrics that alarms watch (0.10 each, ten of an account are free), a composite alarm (0.50), ${TICKED} own series of metrics (0.30 each) and logs of ticks; each of ${series - TICKED} more series that was written in the month is 0.30 more`,
      dollars:
        0.1 * (ALARM_METRICS - 10) +
        0.5 * COMPOSITE_ALARMS +
        SERIES_DOLLARS * TICKED +
        (ticks.get('CloudWatch') ?? 0),
    },
    { service: 'Secrets Manager', what: `${SECRETS} secrets (0.40 each)`, dollars: 0.4 * SECRETS },
    {
      service: 'Lambda',
      what: 'the minute’s tick of two Lambdas, much of it within what is free',
      dollars: ticks.get('Lambda') ?? 0,
    },
    {
      service: 'SQS',
      what: 'long polls of the queues of news and webhooks, a million are free',
      dollars: POLLS_A_MONTH * PRICES.queueRequest,
    },
    {
      service: 'DynamoDB, EventBridge',
      what: 'what ticks read and write; storage is 0.25 a GB, its backup 0.20',
      dollars: (ticks.get('DynamoDB') ?? 0) + (ticks.get('EventBridge') ?? 0),
    },
    { service: 'S3', what: 'what is stored, 0.023 a GB', dollars: 0 },
    {
      service: 'AWS Backup',
      what: `nothing without \`backupVaultArn\`; with it 38 backups of the table, 3.80 a GB, and with \`backupMedia\` 0.10 a GB of media, each stored twice; the transfer to another region is ${DAILY_COPY_DOLLARS.toFixed(2)} a GB of the table, and 0.02 once a GB of media`,
      dollars: 0,
    },
    {
      service: 'CloudFront, HTTP API, AppSync, IVS, MediaConvert, Cognito, SNS, Budgets',
      what: `nothing without visitors; Cognito’s first 10,000 active people of a month are free, then ${ACTIVE_PERSON_DOLLARS} each, the probe’s ${PROBES_A_MONTH} accounts too (${(PROBES_A_MONTH * ACTIVE_PERSON_DOLLARS).toFixed(2)})`,
      dollars: 0,
    },
  ];
}

export const idleDollars = (rows: readonly IdleRow[]): number =>
  rows.reduce((sum, { dollars }) => sum + dollars, 0);
