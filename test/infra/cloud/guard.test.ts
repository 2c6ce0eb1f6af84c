import { posix } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { GuardStack } from '#infra/cloud/guard/guard-stack.ts';
import { ADDRESS_LIMITS } from '#infra/cloud/stage/address-limits.ts';
import { SESSION_TOKEN_LIFE_S } from '#functions/auth/table/session-list.ts';
import { MINUTE_S } from '#shared/plain/time.ts';
import counts from '#infra/scale/counts.json' with { type: 'json' };
import { outlines } from '#test/support/site/stack/construct-outline.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { createApp, synthesizeSite } from '#test/support/site/stack/site.ts';

interface AclRule {
  readonly Name: string;
  readonly Priority: number;
  readonly VisibilityConfig: { readonly MetricName: string };
  readonly Statement: {
    readonly RateBasedStatement?: {
      readonly Limit: number;
      readonly ScopeDownStatement: Scope;
    };
  };
}

type Scope =
  | MatchStatement
  | { readonly NotStatement: { readonly Statement: Scope } }
  | { readonly AndStatement: { readonly Statements: readonly Scope[] } };

interface MatchStatement {
  readonly RegexMatchStatement: {
    readonly FieldToMatch: { readonly UriPath?: object; readonly Method?: object };
    readonly RegexString: string;
    readonly TextTransformations: readonly { readonly Priority: number; readonly Type: string }[];
  };
}

/** AWS WAF Developer Guide, "Text transformations". */
const TRANSFORMATIONS: Readonly<Record<string, (path: string) => string>> = {
  NONE: (text) => text,
  URL_DECODE: decodeURIComponent,
  URL_DECODE_UNI: decodeURIComponent,
  NORMALIZE_PATH: posix.normalize,
  LOWERCASE: (path) => path.toLowerCase(),
};

const app: App = createApp();
const MONITOR = 'arn:aws:ce::111122223333:anomalymonitor/0a1b';
const stack = new GuardStack(app, 'FanfareGuard', {
  env: { region: 'us-east-1' },
  costs: { monthlyDollars: 300, monitorArn: MONITOR },
  addressLimits: ADDRESS_LIMITS,
  alarmEmail: 'watch@fans.example',
});
const guard = { stack, template: Template.fromStack(stack) };
const [acl] = Object.values(
  resources<{
    Scope: string;
    DefaultAction: object;
    Rules: readonly AclRule[];
    VisibilityConfig: AclRule['VisibilityConfig'];
  }>(guard, 'AWS::WAFv2::WebACL'),
);
const rules = acl?.Properties.Rules ?? [];

/** Returns the names of the rate rules that count a request. */
const countedBy = (path: string, method = 'POST'): string[] =>
  rules.flatMap(({ Name, Statement: { RateBasedStatement: rate } }) =>
    rate && fits(rate.ScopeDownStatement, { path, method }) ? [Name] : [],
  );

function fits(scope: Scope, request: { readonly path: string; readonly method: string }): boolean {
  if ('NotStatement' in scope) return !fits(scope.NotStatement.Statement, request);
  if ('AndStatement' in scope) return scope.AndStatement.Statements.every((one) => fits(one, request));
  const { FieldToMatch, RegexString, TextTransformations } = scope.RegexMatchStatement;
  const transformed = TextTransformations.toSorted((one, other) => one.Priority - other.Priority).reduce(
    (text, { Type }) => TRANSFORMATIONS[Type]!(text),
    FieldToMatch.Method ? request.method : request.path,
  );
  return new RegExp(RegexString).test(transformed);
}

const set = (Properties: object) => ({ Type: 'AWS::WAFv2::IPSet', Properties });

const limitOf = (name: string): number =>
  rules.find(({ Name }) => Name === name)?.Statement.RateBasedStatement?.Limit ?? 0;

describe('the CDN’s web ACL', () => {
  test('has an alarm of the refusals by each rate rule', () => {
    const alarms = Object.values(
      resources<{ MetricName: string; Dimensions: readonly object[] }>(guard, 'AWS::CloudWatch::Alarm'),
    ).map(({ Properties }) => Properties);
    const whole = acl?.Properties.VisibilityConfig.MetricName;
    const watched = rules
      .filter(({ Statement }) => Statement.RateBasedStatement)
      .map(({ VisibilityConfig }) => ({
        MetricName: 'BlockedRequests',
        Dimensions: [
          { Name: 'Rule', Value: VisibilityConfig.MetricName },
          { Name: 'WebACL', Value: whole },
        ],
      }));
    expect(alarms.filter(({ MetricName }) => MetricName === 'BlockedRequests')).toHaveLength(watched.length);
    for (const one of watched) expect(alarms).toContainEqual(expect.objectContaining(one));
  });

  test('refuses blocked addresses before any other rule counts them', () => {
    const sets = Object.entries(resources<object>(guard, 'AWS::WAFv2::IPSet'));
    expect(rules.find(({ Priority }) => Priority === 0)).toMatchObject({
      Name: 'Blocked',
      Action: { Block: {} },
      Statement: {
        OrStatement: {
          Statements: sets.map(([id]) => ({
            IPSetReferenceStatement: { Arn: { 'Fn::GetAtt': [id, 'Arn'] } },
          })),
        },
      },
    });
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
  });

  // CloudFormation overwrites a set, with no addresses, if one of these differs from the last deployment's.
  test('has sets of blocked addresses that no deployment empties', () => {
    const made = deployed(PRODUCTION).guard;
    const name = (version: string) => `Fanfare-prod-guard-eu-west-1-blocked-${version}`;
    const common = { Addresses: [], Scope: 'CLOUDFRONT' };
    expect(resources(made, 'AWS::WAFv2::IPSet')).toEqual({
      BlockedIPV4B275A185: set({ ...common, Name: name('ipv4'), IPAddressVersion: 'IPV4' }),
      BlockedIPV657C7A00E: set({ ...common, Name: name('ipv6'), IPAddressVersion: 'IPV6' }),
    });
  });

  test('ends blocks every five minutes, with permissions for the two sets only', () => {
    const sets = Object.keys(resources(guard, 'AWS::WAFv2::IPSet'));
    const arns = sets.map((id) => ({ 'Fn::GetAtt': [id, 'Arn'] }));
    const statements = Object.values(
      resources<{ PolicyDocument: { Statement: { Action: string[]; Resource: unknown }[] } }>(
        guard,
        'AWS::IAM::Policy',
      ),
    ).flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    const ofWaf = statements.filter(({ Action }) => String(Action).includes('wafv2:'));
    expect(ofWaf).toMatchObject([
      {
        Action: ['wafv2:GetIPSet', 'wafv2:ListTagsForResource', 'wafv2:UntagResource', 'wafv2:UpdateIPSet'],
        Resource: arns,
      },
    ]);
    const [rule] = Object.values(resources<object>(guard, 'AWS::Events::Rule'));
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(5 minutes)' });
  });

  test('lets four hundred people behind one address watch', () => {
    // Measured by `npm run bench -- cost`: media and playlists of a direct broadcast, and all other requests.
    const { cdnRequest, apiRequest } = counts.broadcasts.direct.viewer;
    expect(limitOf('MediaByAddress')).toBeGreaterThan((400 * cdnRequest) / 12);
    expect(limitOf('Address')).toBeGreaterThan((400 * 2 * apiRequest) / 12);
  });

  test.each([
    '/media/videos/A/B/000001.m4s',
    '/ivs/v1/1/C/media/hls/master.m3u8',
    '/assets/index.js',
    ...['live.m3u8', ...['main', 'small', 'sound', 'captions'].map((name) => `live/${name}.m3u8`)].map(
      (name) => `/api/browser-stream/01KB4XJC000000000000000000/${name}`,
    ),
  ])('counts %s as media only', (path) => {
    expect(countedBy(path)).toEqual(['MediaByAddress']);
  });

  test.each([
    '/',
    '/channel/whirl',
    '/api/streamers',
    '/api/browser-stream/A/segments/1',
    '/api/browser-stream/01KB4XJC000000000000000000/liveness',
    '/api/browser-stream/01KB4XJC000000000000000000/live/720.m3u8',
    '/api/browser-stream/01KB4XJC000000000000000000/live/captions/1',
    '/api/browser-stream/01KB4XJC000000000000000000/live/subtitles/0-1000.vtt',
    '/api/browser-stream/01KB4XJC000000000000000000/rewind',
    '/api/browser-stream/A/live.m3u8',
    '/api/browser-stream/01KB4XJC000000000000000000/x/live.m3u8',
    '/media/../api/streamers',
    '/mediator/x',
    '/api/browser-stream/A/live/../../../streamers',
  ])('does not count %s as media', (path) => {
    expect(countedBy(path)).toEqual(['Address']);
  });

  test.each([
    '/api/auth/login',
    '/api/%61uth/login',
    '/api/%2561uth/login',
    '/%61pi/auth%2Flogin',
    '/api/./auth/login',
    '/api/%2e/auth/login',
    '/api//auth/login',
    '/api/AUTH/login',
    '/api/auth/login/../refresh',
    '/api/auth/refres%68',
    '/api/auth/refresh/',
  ])('counts passwords sent to %s', (path) => {
    expect(countedBy(path)).toEqual(['Address', 'AuthByAddress']);
  });

  test('lets four hundred people behind one address stay signed in and open their settings', () => {
    expect(countedBy('/api/auth/refresh')).toEqual(['Address', 'RefreshByAddress']);
    // All of them may return at once after their tokens have expired.
    expect(limitOf('RefreshByAddress')).toBeGreaterThan(
      400 * Math.ceil((5 * MINUTE_S) / SESSION_TOKEN_LIFE_S),
    );
    for (const method of ['GET', 'HEAD']) expect(countedBy('/api/auth/account', method)).toEqual(['Address']);
    expect(countedBy('/api/auth/account', 'get')).toEqual(['Address', 'AuthByAddress']);
  });

  test('is attached to the site’s CDN', () => {
    const site = synthesizeSite({ webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/a/b' });
    const [distribution] = Object.values(
      resources<{ DistributionConfig: object }>(site, 'AWS::CloudFront::Distribution'),
    );
    expect(distribution?.Properties.DistributionConfig).toMatchObject({
      WebACLId: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/a/b',
    });
  });
});

describe('the cost alerts', () => {
  const [topicId] = Object.keys(resources(guard, 'AWS::SNS::Topic'));
  const topic = { Ref: topicId };

  test.each(['budgets', 'costalerts'])('reach the topic from %s', (service) => {
    const [policy] = Object.values(
      resources<{ PolicyDocument: { Statement: never[] } }>(guard, 'AWS::SNS::TopicPolicy'),
    );
    const request = {
      service: `${service}.amazonaws.com`,
      action: 'sns:Publish',
      resource: topic,
      context: { 'aws:SourceAccount': JSON.stringify({ Ref: 'AWS::AccountId' }) },
    };
    expect(isAllowed(policy?.Properties.PolicyDocument.Statement ?? [], request)).toBe(true);
  });
});

test.each([...outlines(guard)])('%s creates the resources of its outline', async (name, outline) => {
  await expect(outline).toMatchFileSnapshot(`__snapshots__/guard/${name}.txt`);
});

test('cdk-nag finds nothing unanswered in the guard stack', () => {
  expect(new AwsSolutionsChecks(stack).validateScope(stack).violations).toEqual([]);
});
