import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { REALTIME_NAMESPACES } from '#infra/agreed/realtime-namespaces.ts';
import { channelTopic, LISTS_TOPIC } from '#shared/plain/topics.ts';
import { logicalId, resources, statementsOf } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const apiId = logicalId(site.stack, 'Realtime/Api');
const byPass = [{ AuthType: 'AWS_LAMBDA' }];
const authorizer = logicalId(site.stack, 'Functions/realtime');
const authorizerArn = { 'Fn::GetAtt': [authorizer, 'Arn'] };
const byRole = [{ AuthType: 'AWS_IAM' }];
const ofApi = (attribute: string) => ({ 'Fn::GetAtt': [apiId, attribute] });

describe('the Event API', () => {
  test('asks the realtime Lambda about each subscription, and accepts events by IAM only', () => {
    expect(resources<object>(site, 'AWS::AppSync::Api')[apiId]?.Properties).toMatchObject({
      EventConfig: {
        AuthProviders: [
          {
            AuthType: 'AWS_LAMBDA',
            LambdaAuthorizerConfig: { AuthorizerUri: authorizerArn, AuthorizerResultTtlInSeconds: 0 },
          },
          ...byRole,
        ],
        ConnectionAuthModes: byPass,
        DefaultSubscribeAuthModes: byPass,
        DefaultPublishAuthModes: byRole,
        LogConfig: { LogLevel: 'ERROR' },
      },
    });
  });

  test('has no API key', () => {
    expect(resources(site, 'AWS::AppSync::ApiKey')).toEqual({});
  });

  test('is the only caller of its authoriser', () => {
    const permissions = Object.values(resources<{ FunctionName: unknown }>(site, 'AWS::Lambda::Permission'));
    const own = permissions.filter(
      ({ Properties }) => JSON.stringify(Properties.FunctionName) === JSON.stringify(authorizerArn),
    );
    expect(own.map(({ Properties }) => Properties)).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: authorizerArn,
        Principal: 'appsync.amazonaws.com',
        SourceArn: ofApi('ApiArn'),
      },
    ]);
  });

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

  test('keeps its log for a month', () => {
    const log = resources<object>(site, 'AWS::Logs::LogGroup')[logicalId(site.stack, 'Realtime/Log')];
    expect(log?.Properties).toMatchObject({
      LogGroupName: { 'Fn::Join': ['', ['/aws/appsync/apis/', ofApi('ApiId')]] },
      RetentionInDays: 30,
    });
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

  test('is known to the api Lambda with both endpoints', () => {
    const id = logicalId(site.stack, 'Functions/api');
    const url = { 'Fn::Join': ['', ['https://', ofApi('Dns.Http'), '/event']] };
    expect(resources<object>(site, 'AWS::Lambda::Function')[id]?.Properties).toMatchObject({
      Environment: {
        Variables: {
          REALTIME_HTTP_URL: url,
          REALTIME_URL: url,
        },
      },
    });
  });
});
