import { METRIC_NAMESPACE } from '#functions/metrics/metrics.ts';
import { describe, expect, test } from 'vitest';
import { ACCOUNT, deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import type { Site } from '#test/support/site/stack/site.ts';

const STAGES = [{}, { ...PRODUCTION }, { stage: 'staging' }];
const REGIONS = ['eu-west-1', 'us-east-1'];

const stacks = STAGES.flatMap((settings) =>
  REGIONS.flatMap((region) => Object.values(deployed(settings, { account: ACCOUNT, region }))),
);

/**
 * Resources whose names are unique across all regions of an account. Source: each resource's page in the CloudFormation
 * reference.
 */
const GLOBAL = /^AWS::(CloudFront|IAM|S3::Bucket|Budgets|CE|Route53)/;

/** Names that are only unique within their parent, or that do not name the resource itself. */
const INNER = new Set([
  'AWS::AppSync::ChannelNamespace Name',
  'AWS::ApiGatewayV2::Stage StageName',
  'AWS::CloudWatch::Alarm MetricName',
  // One of AWS's own configurations, which everyone may use.
  'AWS::CodeDeploy::DeploymentGroup DeploymentConfigName',
  'AWS::IAM::Policy PolicyName',
  'AWS::Lambda::Alias Name',
  // AWS identifies HTTP APIs by id.
  'AWS::ApiGatewayV2::Api Name',
]);

/** Returns literal names of a resource, including those in the configuration of CloudFront's. */
function namesOf(properties: object, path = ''): [string, string][] {
  return Object.entries(properties).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string' && key.endsWith('Name')) return [[path + key, value]];
    const isConfiguration = key.endsWith('Config') && typeof value === 'object' && value !== null;
    return isConfiguration ? namesOf(value, `${path}${key}.`) : [];
  });
}

interface Name {
  readonly what: string;
  readonly name: string;
  readonly isGlobal: boolean;
  readonly region: string;
}

const physicalNames = ({ stack, template }: Site): Name[] =>
  Object.values(template.toJSON().Resources as Record<string, { Type: string; Properties?: object }>)
    .flatMap(({ Type, Properties = {} }) =>
      namesOf(Properties).map(([path, name]) => ({
        what: `${Type} ${path}`,
        name,
        isGlobal: GLOBAL.test(Type),
        region: stack.region,
      })),
    )
    .filter(({ what }) => !INNER.has(what));

const twice = (all: readonly string[]): string[] => all.filter((one, index) => all.indexOf(one) !== index);

describe('three stages in two regions of one account', () => {
  test('protect the stacks of production from deletion, and no others', () => {
    for (const { stack } of stacks)
      expect(stack.terminationProtection, stack.stackName).toBe(stack.stackName.startsWith('Fanfare-prod'));
  });

  const names = stacks.flatMap(physicalNames);

  test('share no stack name', () => {
    expect(twice(stacks.map(({ stack }) => `${stack.region} ${stack.stackName}`))).toEqual([]);
    expect(stacks.map(({ stack }) => stack.stackName)).toContain('Fanfare-prod');
  });

  test('share no unique name', () => {
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter(({ isGlobal }) => isGlobal).length).toBeGreaterThan(30);
    const keys = names.map(({ what, name, isGlobal, region }) => `${isGlobal ? '' : region} ${what} ${name}`);
    expect(twice(keys)).toEqual([]);
  });

  test('have valid CloudFront names', () => {
    const long = names.filter(({ what, name }) => {
      const most = /OriginAccessControl|::Function/.test(what) ? 64 : 128;
      return what.startsWith('AWS::CloudFront') && !(name.length <= most && /^[\w-]+$/.test(name));
    });
    expect(long).toEqual([]);
  });

  test('use separate metrics', () => {
    const namesOf = (of: (typeof stacks)[number]) => {
      const alarms = Object.values(
        resources<{ Namespace?: string; Dimensions?: { Value: unknown }[] }>(of, 'AWS::CloudWatch::Alarm'),
      ).filter(({ Properties }) => Properties.Namespace === METRIC_NAMESPACE);
      return alarms.map(({ Properties }) => JSON.stringify([of.stack.region, Properties.Dimensions]));
    };
    const used = stacks.map((of) => [...new Set(namesOf(of))].join()).filter((names) => names !== '');
    expect(used).toHaveLength(STAGES.length * REGIONS.length);
    expect(twice(used)).toEqual([]);
  });
});

test('the longest stage name in the longest region has valid CloudFront names', () => {
  const { site } = deployed({ stage: 'abcdefghijkl' }, { account: ACCOUNT, region: 'ap-northeast-1' });
  const limited = physicalNames(site).filter(({ what }) =>
    /OriginAccessControl|CloudFront::Function/.test(what),
  );
  expect(limited.length).toBeGreaterThan(3);
  expect(limited.filter(({ name }) => name.length > 64)).toEqual([]);
});
