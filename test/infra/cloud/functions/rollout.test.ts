import { describe, expect, test } from 'vitest';
import { deployed, PRODUCTION } from '../../../support/site/stack/operator.ts';
import { logicalId, resources } from '../../../support/site/stack/site-queries.ts';
import type { Site } from '../../../support/site/stack/site.ts';

const WAITED_FOR = ['api', 'community', 'accounts', 'publishing', 'pages', 'realtime'];
const { site } = deployed({ ...PRODUCTION });

interface Alias {
  readonly Name: string;
  readonly FunctionName: unknown;
  readonly FunctionVersion: unknown;
}
const aliasOf = (name: string): string => logicalId(site.stack, `Rollout/${name}-live`);
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
          Alarms: [
            { Name: { Ref: logicalId(site.stack, 'Rollout/Api5xx-fails') } },
            { Name: { Ref: logicalId(site.stack, `Rollout/${name}-fails`) } },
          ],
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

  test('ends after three failures of a version in a minute, and not in silence', () => {
    const alarms = resources<object>(site, 'AWS::CloudWatch::Alarm');
    expect(alarms[logicalId(site.stack, 'Rollout/api-fails')]?.Properties).toMatchObject({
      MetricName: 'Errors',
      Dimensions: [
        { Name: 'FunctionName', Value: { Ref: logicalId(site.stack, 'Functions/api') } },
        { Name: 'Resource', Value: expect.anything() },
      ],
      Threshold: 3,
      Period: 60,
      TreatMissingData: 'notBreaching',
    });
  });
});

test.each([
  ['a stage to try things in', {}, 0],
  ['such a stage that asks for it', { gradual: 'yes' }, WAITED_FOR.length],
  ['production that is in a hurry', { ...PRODUCTION, gradual: 'no' }, 0],
])('%s has rollouts as configured', (_, settings, aliases) => {
  expect(used(deployed(settings).site, 'AWS::Lambda::Alias')).toHaveLength(aliases);
});
