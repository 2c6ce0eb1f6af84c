import { describe, expect, test } from 'vitest';
import { evaluateExpression } from '#test/support/site/stack/alarms/alarm-evaluation.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import type { Site } from '#test/support/site/stack/site.ts';

const WAITED_FOR = ['api', 'playlists', 'community', 'accounts', 'publishing', 'pages', 'realtime'];
const { site } = deployed({ ...PRODUCTION });

interface Alias {
  readonly Name: string;
  readonly FunctionName: unknown;
  readonly FunctionVersion: unknown;
}
interface RolloutAlarm {
  readonly AlarmName: unknown;
  readonly Metrics: readonly {
    readonly MetricStat?: {
      readonly Metric: { readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[] };
      readonly Period: number;
    };
  }[];
}
interface Filter {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly { readonly MetricNamespace: string }[];
}
const aliasOf = (name: string): string => logicalId(site.stack, `Rollout/${name}-live`);
/** By logical id. `realtime` has no status metric, because AppSync calls it. */
const alarmsOf = (name: string): string[] =>
  (name === 'realtime' ? ['errors'] : ['errors', 'answers']).map((kind) =>
    logicalId(site.stack, `Rollout/${name}-${kind}`),
  );
const used = (of: Site, type: string): string[] =>
  Object.values(resources<object>(of, type)).map((one) => JSON.stringify(one));

describe('a rollout in production', () => {
  test.each(WAITED_FOR)(
    'sends a tenth of calls to a new version of %s for five minutes, then all',
    (name) => {
      const alias = site.template.toJSON().Resources[aliasOf(name)];
      expect(alias.Properties as Alias).toMatchObject({
        Name: 'live',
        FunctionName: { Ref: logicalId(site.stack, `Functions/${name}`) },
      });
      const group = logicalId(site.stack, `Rollout/${name}-group`);
      expect(alias.UpdatePolicy).toEqual({
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: { Ref: logicalId(site.stack, 'Rollout/Application') },
          DeploymentGroupName: { Ref: group },
        },
      });
      expect(resources<object>(site, 'AWS::CodeDeploy::DeploymentGroup')[group]?.Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
        },
        AlarmConfiguration: {
          Enabled: true,
          Alarms: alarmsOf(name).map((id) => ({ Name: { Ref: id } })),
        },
      });
    },
  );

  test('applies to every caller', () => {
    const integrations = used(site, 'AWS::ApiGatewayV2::Integration');
    const aliases = WAITED_FOR.map((name) => `{"Ref":"${aliasOf(name)}"}`);
    expect(integrations).toHaveLength(WAITED_FOR.length - 1);
    for (const integration of integrations)
      expect(aliases.filter((alias) => integration.includes(alias))).toHaveLength(1);
    expect(used(site, 'AWS::AppSync::Api').join()).toContain(`{"Ref":"${aliasOf('realtime')}"}`);
    const allowed = used(site, 'AWS::Lambda::Permission').filter((text) => /apigateway|appsync/.test(text));
    for (const permission of allowed)
      expect(
        aliases.filter((alias) => permission.includes(alias)),
        permission,
      ).toHaveLength(1);
  });

  test.each(WAITED_FOR)(
    'rolls back only on failures of the new version of %s, so that a fix can be deployed while the old one fails',
    (name) => {
      const alias = site.template.toJSON().Resources[aliasOf(name)].Properties as Alias;
      const alarms = resources<RolloutAlarm>(site, 'AWS::CloudWatch::Alarm');
      for (const id of alarmsOf(name)) {
        const { AlarmName, Metrics, ...condition } = alarms[id]!.Properties;
        // An alarm keeps its state when its metric changes, but not when its name changes.
        expect(JSON.stringify(AlarmName)).toContain(JSON.stringify(alias.FunctionVersion));
        expect(condition).toMatchObject({ Threshold: 0.5, TreatMissingData: 'notBreaching' });
        expect(condition).not.toHaveProperty('AlarmActions');
        const watched = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
        expect(watched).toHaveLength(2);
        for (const { Metric, Period } of watched) {
          expect(Period).toBe(60);
          const version = Metric.Dimensions.find(({ Name }) => /^(Executed)?Version$/.test(Name));
          expect(version?.Value).toEqual(alias.FunctionVersion);
        }
      }
    },
  );

  test('rolls back above half a percent of calls, and at least three in a minute', () => {
    const [id = ''] = alarmsOf('api');
    const alarm = resources<never>(site, 'AWS::CloudWatch::Alarm')[id]!.Properties;
    const states = [
      { Errors: 3, Invocations: 100 },
      { Errors: 2, Invocations: 2 },
      { Errors: 5, Invocations: 1000 },
      {},
    ].map((values) => evaluateExpression(alarm, values));
    expect(states).toEqual(['ALARM', 'OK', 'OK', 'OK']);
  });

  test('counts failed responses by the version in the log', () => {
    const filters = Object.values(resources<Filter>(site, 'AWS::Logs::MetricFilter')).filter(
      ({ Properties }) => Properties.MetricTransformations[0]?.MetricNamespace === 'Fanfare/Rollouts',
    );
    expect(filters).toHaveLength(WAITED_FOR.length - 1);
    for (const { Properties } of filters)
      expect(Properties).toMatchObject({
        FilterPattern: '{ $.status >= 500 && $.version = "*" }',
        MetricTransformations: [{ MetricValue: '1', Dimensions: [{ Key: 'Version', Value: '$.version' }] }],
      });
  });
});

test.each([
  ['a stage to try things in', {}, 0],
  ['such a stage that asks for it', { gradual: 'yes' }, WAITED_FOR.length],
  ['production that is in a hurry', { ...PRODUCTION, gradual: 'no' }, 0],
])('%s has rollouts as configured', (_, settings, aliases) => {
  const all = Object.values(resources<Alias>(deployed(settings).site, 'AWS::Lambda::Alias'));
  // The ticks' alias has a fixed version.
  expect(all.filter(({ Properties }) => Properties.Name === 'live')).toHaveLength(aliases);
});
