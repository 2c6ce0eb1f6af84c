import { describe, expect, test } from 'vitest';
import { findings } from '#test/support/site/stack/nag.ts';
import { ACCOUNT, deployed, type Deployed } from '#test/support/site/stack/operator.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';

interface Watched {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** Resolves a reference to an output of another stack. */
function referred(value: unknown, stacks: Deployed): unknown {
  const { StackName, OutputName } = (
    value as { readonly 'Fn::GetStackOutput': { readonly StackName: string; readonly OutputName: string } }
  )['Fn::GetStackOutput'];
  const other = Object.values(stacks).find(({ stack }) => stack.stackName === StackName);
  return other?.template.toJSON().Outputs[OutputName].Value;
}

describe.each(['eu-west-1', 'us-east-1'])('the CDN alarm of a site in %s', (region) => {
  const stacks = deployed({}, { account: ACCOUNT, region });
  const { site, guard, cdnAlarm } = stacks;
  const [alarm] = Object.values(
    resources<{
      Metrics: { MetricStat?: { Metric: Watched; Stat: string; Period: number } }[];
      AlarmActions: unknown[];
      OKActions: unknown;
    }>(cdnAlarm, 'AWS::CloudWatch::Alarm'),
  );

  test('monitors failures in the region of CloudFront’s metrics', () => {
    expect(cdnAlarm.stack.region).toBe('us-east-1');
    const watched = alarm!.Properties.Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
    expect(watched.toSorted((a, b) => (a.Stat < b.Stat ? -1 : 1))).toMatchObject([
      { Metric: { Namespace: 'AWS/CloudFront', MetricName: '5xxErrorRate' }, Stat: 'Average', Period: 60 },
      { Metric: { Namespace: 'AWS/CloudFront', MetricName: 'Requests' }, Stat: 'Sum', Period: 60 },
    ]);
    for (const { Metric } of watched) {
      const [distribution, counted] = Metric.Dimensions;
      expect(counted).toEqual({ Name: 'Region', Value: 'Global' });
      expect(distribution!.Name).toBe('DistributionId');
      expect(referred(distribution!.Value, stacks)).toEqual({
        Ref: logicalId(site.stack, 'Website/Distribution'),
      });
    }
  });

  test('notifies a topic in the same region', () => {
    const { AlarmActions, OKActions } = alarm!.Properties;
    expect(OKActions).toEqual(AlarmActions);
    expect(AlarmActions.map((action) => referred(action, stacks))).toEqual([
      { Ref: logicalId(guard.stack, 'CostTopic') },
    ]);
  });

  test('is in a separate stack after the other two, and cdk-nag accepts it', () => {
    expect(cdnAlarm.stack.dependencies.map(({ stackName }) => stackName).toSorted()).toEqual(
      [guard, site].map(({ stack }) => stack.stackName).toSorted(),
    );
    expect(Object.keys(cdnAlarm.template.toJSON().Resources)).toHaveLength(1);
    expect(findings(cdnAlarm)).toEqual([]);
  });
});

test('the CDN’s plan covers the distribution and its web ACL, and exists only if the operator sets one', () => {
  const plans = ({ cdnAlarm }: Deployed) =>
    Object.values(
      resources<{ readonly ResourceArns: unknown }>(cdnAlarm, 'AWS::PricingPlanManager::Subscription'),
    );
  expect(plans(deployed({}))).toEqual([]);
  const [plan] = plans(deployed({ cdnPlan: 'business' }));
  expect(plan?.Properties).toMatchObject({ PlanFamily: 'CloudFront', PlanTier: 'BUSINESS' });
  expect(JSON.stringify(plan?.Properties.ResourceArns)).toMatch(/cloudfront.*distribution\/.*WebAcl/);
});
