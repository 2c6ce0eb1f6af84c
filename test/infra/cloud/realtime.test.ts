import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { REALTIME_NAMESPACES } from '#infra/agreed/realtime-namespaces.ts';
import { channelTopic, LISTS_TOPIC } from '#shared/plain/topics.ts';
import { logicalId, resources, statementsOf } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const apiId = logicalId(site.stack, 'Realtime/Api');
const byPass = [{ AuthType: 'AWS_LAMBDA' }];
const byRole = [{ AuthType: 'AWS_IAM' }];
const ofApi = (attribute: string) => ({ 'Fn::GetAtt': [apiId, attribute] });

describe('the Event API', () => {
  test('has the published namespaces, each with its access rule', () => {
    const namespaces = Object.values(resources<{ Name: string }>(site, 'AWS::AppSync::ChannelNamespace'));
    expect(namespaces.map(({ Properties }) => Properties.Name)).toEqual([...REALTIME_NAMESPACES]);
    for (const { Properties } of namespaces) {
      expect(Properties).toMatchObject({
        ApiId: ofApi('ApiId'),
        SubscribeAuthModes: byPass,
        PublishAuthModes: byRole,
      });
    }
    for (const topic of [channelTopic('01ARZ3NDEKTSV4RRFFQ69G5FAV'), LISTS_TOPIC])
      expect(REALTIME_NAMESPACES).toContain(topic.split('/')[1]);
  });

  test('accepts events from the Lambdas that change what pages show, in our namespaces', () => {
    const mayPublish = (Object.keys(lambdas) as LambdaName[]).filter((name) =>
      JSON.stringify(statementsOf(site, name)).includes('appsync:'),
    );
    expect(mayPublish).toEqual(['api', 'community', 'publishing', 'events']);
    for (const name of mayPublish)
      expect(statementsOf(site, name)).toContainEqual({
        Effect: 'Allow',
        Action: 'appsync:EventPublish',
        Resource: REALTIME_NAMESPACES.map((name) => ({
          'Fn::GetAtt': [logicalId(site.stack, `Realtime/Namespace-${name}`), 'ChannelNamespaceArn'],
        })),
      });
  });
});
