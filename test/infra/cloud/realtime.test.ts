import { describe, expect, test } from 'vitest';
import { REALTIME_NAMESPACES } from '../../../infra/agreed/realtime-namespaces.ts';
import { apiKeyExpiry } from '../../../infra/cloud/realtime.ts';
import { chatTopic } from '../../../shared/plain/topics.ts';
import { logicalId, resources, statementsOf } from '../../support/stack/site-queries.ts';
import { synthesizeSite } from '../../support/stack/site.ts';

const DAY_S = 24 * 60 * 60;
const site = synthesizeSite();
const apiId = logicalId(site.stack, 'Realtime/Api');
const byKey = [{ AuthType: 'API_KEY' }];
const byRole = [{ AuthType: 'AWS_IAM' }];
const ofApi = (attribute: string) => ({ 'Fn::GetAtt': [apiId, attribute] });

describe('the Event API', () => {
  test('lets everybody listen by its key, and publishes by IAM alone', () => {
    expect(resources<object>(site, 'AWS::AppSync::Api')[apiId]?.Properties).toMatchObject({
      EventConfig: {
        AuthProviders: [...byKey, ...byRole],
        ConnectionAuthModes: byKey,
        DefaultSubscribeAuthModes: byKey,
        DefaultPublishAuthModes: byRole,
        LogConfig: { LogLevel: 'ERROR' },
      },
    });
  });

  test('has the namespaces that are published to, each as guarded', () => {
    const namespaces = Object.values(resources<{ Name: string }>(site, 'AWS::AppSync::ChannelNamespace'));
    expect(namespaces.map(({ Properties }) => Properties.Name)).toEqual([...REALTIME_NAMESPACES]);
    for (const { Properties } of namespaces) {
      expect(Properties).toMatchObject({
        ApiId: ofApi('ApiId'),
        SubscribeAuthModes: byKey,
        PublishAuthModes: byRole,
      });
    }
    expect(REALTIME_NAMESPACES).toContain(chatTopic('01ARZ3NDEKTSV4RRFFQ69G5FAV').split('/')[1]);
  });

  test('keeps its log for a month, where AppSync writes it', () => {
    const log = resources<object>(site, 'AWS::Logs::LogGroup')[logicalId(site.stack, 'Realtime/Log')];
    expect(log?.Properties).toMatchObject({
      LogGroupName: { 'Fn::Join': ['', ['/aws/appsync/apis/', ofApi('ApiId')]] },
      RetentionInDays: 30,
    });
  });

  test('is published to by the api Lambda alone, and in the namespace of the chat', () => {
    const mayPublish = (['api', 'accounts', 'publishing', 'events'] as const).filter((name) =>
      JSON.stringify(statementsOf(site, name)).includes('appsync:'),
    );
    expect(mayPublish).toEqual(['api']);
    expect(statementsOf(site, 'api')).toContainEqual({
      Effect: 'Allow',
      Action: 'appsync:EventPublish',
      Resource: { 'Fn::GetAtt': [logicalId(site.stack, 'Realtime/Namespace-chat'), 'ChannelNamespaceArn'] },
    });
  });

  test('is told to the api Lambda: where it publishes, and what pages are given', () => {
    const id = logicalId(site.stack, 'Functions/api');
    const url = { 'Fn::Join': ['', ['https://', ofApi('Dns.Http'), '/event']] };
    expect(resources<object>(site, 'AWS::Lambda::Function')[id]?.Properties).toMatchObject({
      Environment: {
        Variables: {
          REALTIME_HTTP_URL: url,
          REALTIME_URL: url,
          REALTIME_API_KEY: { 'Fn::GetAtt': [logicalId(site.stack, 'Realtime/Key'), 'ApiKey'] },
        },
      },
    });
  });
});

describe('the key of the pages', () => {
  const expiryS = (date: string) => apiKeyExpiry(new Date(date));

  test('is renewed by the first deployment of each month', () => {
    const [key] = Object.values(resources<object>(site, 'AWS::AppSync::ApiKey'));
    expect(key?.Properties).toMatchObject({ Expires: expiryS('2026-11-20T10:00:00Z') });
    expect(expiryS('2026-11-01T00:00:00Z')).toBe(expiryS('2026-11-30T23:59:59Z'));
    expect(expiryS('2026-12-01T00:00:00Z') - expiryS('2026-11-30T23:59:59Z')).toBe(30 * DAY_S);
  });

  test.each(['2026-01-01T00:00:00Z', '2026-01-31T23:59:59Z', '2028-02-29T12:00:00Z', '2026-12-31T23:59:59Z'])(
    'made at %s lives for eleven months at least, and no longer than AppSync allows',
    (date) => {
      const lifeS = expiryS(date) - Date.parse(date) / 1000;
      expect(lifeS).toBeGreaterThan(332 * DAY_S);
      expect(lifeS).toBeLessThan(365 * DAY_S);
    },
  );
});
