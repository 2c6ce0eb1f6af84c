import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { METRICS, seriesOf, type MetricName } from '#functions/metrics/metrics.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { PROJECT_ROOT, synthesizeSite } from '#test/support/site/stack/site.ts';

type Part = string | number | { readonly [key: string]: unknown };
interface Widget {
  readonly type: string;
  readonly properties: {
    readonly markdown?: string;
    readonly metrics?: readonly (readonly Part[])[];
    readonly alarms?: readonly string[];
  };
}

interface Watched {
  readonly Namespace: string;
  readonly MetricName: string;
}

const site = synthesizeSite();

/** Returns the widgets, with a placeholder for what CloudFormation fills in. */
function widgets(): Widget[] {
  const [board] = Object.values(
    resources<{ DashboardBody: { 'Fn::Join': [string, unknown[]] } }>(site, 'AWS::CloudWatch::Dashboard'),
  );
  const parts = board!.Properties.DashboardBody['Fn::Join'][1];
  const body = parts.map((part) => (typeof part === 'string' ? part : 'filled')).join('');
  return (JSON.parse(body) as { readonly widgets: Widget[] }).widgets;
}

/** Namespace, name and dimension names. */
const metrics = widgets()
  .flatMap(({ properties }) => properties.metrics ?? [])
  .map((metric) => {
    const texts = metric.filter((part) => typeof part === 'string');
    const [namespace = '', name = '', ...dimensions] = texts;
    const pairs = Array.from({ length: dimensions.length / 2 }, (_, n) => [
      dimensions[2 * n],
      dimensions[2 * n + 1],
    ]);
    return { namespace, name, dimensions: Object.fromEntries(pairs) as Record<string, string> };
  });

/** Metrics in CDK's lists, which come from AWS. */
const known = new Set(
  globSync('node_modules/aws-cdk-lib/aws-*/lib/*-canned-metrics.generated.js', { cwd: PROJECT_ROOT })
    .map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/namespace:"([^"]+)",metricName:"([^"]+)"/g)])
    .map(([, namespace, name]) => `${namespace} ${name}`),
);

/**
 * Other metrics: API Gateway Developer Guide, "Monitor HTTP API metrics"; AWS Billing User Guide, "Billing alarm";
 * Lambda Developer Guide, "Monitoring concurrency"; SES Developer Guide, "Creating reputation monitoring alarms using
 * CloudWatch".
 */
const ALSO_KNOWN = [
  'AWS/ApiGateway 5xx',
  'AWS/Billing EstimatedCharges',
  'AWS/Lambda ClaimedAccountConcurrency',
  'AWS/SES Reputation.BounceRate',
  'AWS/SES Reputation.ComplaintRate',
];

/** As documented by AWS; AppSync Events Developer Guide, "CloudWatch metrics", for `EventAPIId`. */
const DIMENSIONS: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['ApiId'],
  'AWS/AppSync': ['EventAPIId'],
  'AWS/Billing': ['Currency'],
  'AWS/CloudFront': ['DistributionId', 'Region'],
  'AWS/DynamoDB': ['TableName'],
  'AWS/Lambda': ['FunctionName'],
  'AWS/MediaConvert': ['Queue'],
  'AWS/SES': [],
  'AWS/SQS': ['QueueName'],
};

/** Also available without dimensions. Source: Lambda Developer Guide, "Viewing metrics for Lambda functions". */
const WHOLE: Readonly<Record<string, readonly string[]>> = { 'AWS/Lambda': [] };

test('the dashboard names each alarm and shows its metric', () => {
  const alarms = Object.values(
    resources<Watched & { readonly Metrics?: readonly { readonly MetricStat?: { Metric: Watched } }[] }>(
      site,
      'AWS::CloudWatch::Alarm',
    ),
  );
  const [listed] = widgets().flatMap(({ properties }) => (properties.alarms ? [properties.alarms] : []));
  expect(listed).toHaveLength(alarms.length);
  const drawn = metrics.map(({ namespace, name }) => `${namespace} ${name}`);
  for (const { Properties } of alarms) {
    // For a share, only the failures. The number of all Lambda calls is not informative.
    const { Namespace, MetricName } =
      Properties.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])[0] ?? Properties;
    expect(drawn).toContain(`${Namespace} ${MetricName}`);
  }
});

test('the dashboard stays within the free metrics', () => {
  expect(metrics.length).toBeGreaterThan(40);
  expect(metrics.length).toBeLessThanOrEqual(50);
});

test('each AWS metric on the dashboard exists with its dimensions', () => {
  const ofAws = metrics.filter(({ namespace }) => namespace.startsWith('AWS/'));
  expect(ofAws.length).toBeGreaterThan(10);
  const unknown = ofAws
    .map(({ namespace, name }) => `${namespace} ${name}`)
    .filter((name) => !known.has(name) && !ALSO_KNOWN.includes(name));
  expect(unknown).toEqual([]);
  for (const { namespace, dimensions } of ofAws)
    expect([DIMENSIONS[namespace], WHOLE[namespace]], namespace).toContainEqual(
      Object.keys(dimensions).toSorted(),
    );
});

test('each metric of ours on the dashboard is written with its dimension value', () => {
  const own = metrics.filter(({ namespace }) => namespace === 'Fanfare');
  expect(own.length).toBeGreaterThan(10);
  for (const { name, dimensions } of own) {
    expect(Object.keys(METRICS)).toContain(name);
    const { Stage, ...part } = dimensions;
    expect(Stage).toBe('dev');
    const parts = seriesOf(name as MetricName).map((one) => (one ? { [one.name]: one.value } : {}));
    expect(parts).toContainEqual(part);
  }
});
