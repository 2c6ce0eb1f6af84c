import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { PATHS_OF_API } from '#infra/agreed/edge/api-request.ts';
import {
  CACHED_PATHS,
  CHANGING_PATHS,
  OTHER_PATHS,
  PAGE_PATHS,
  cacheRules,
  joinsRequests,
  type CacheRule,
  type CacheRuleName,
} from '#infra/agreed/cache-rules.ts';
import { IVS_PLAYBACK, securityHeaders } from '#infra/agreed/security-headers.ts';
import { originShieldFor } from '#infra/cloud/website/origin-shield.ts';
import { contract } from '#shared/contract.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import { deployed } from '#test/support/site/stack/operator.ts';
import { synthesizeSite, temporaryFolder } from '#test/support/site/stack/site.ts';

/** Ids of CloudFront's managed policies, which are the same in every account. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

interface Behavior {
  readonly PathPattern: string;
  readonly TargetOriginId: string;
  readonly ViewerProtocolPolicy?: string;
  readonly AllowedMethods?: readonly string[];
  readonly CachePolicyId: unknown;
  readonly OriginRequestPolicyId?: { readonly Ref: string };
  readonly ResponseHeadersPolicyId?: unknown;
  readonly FunctionAssociations?: unknown;
}
interface DistributionProperties {
  readonly DistributionConfig: {
    readonly DefaultCacheBehavior: Behavior;
    readonly CacheBehaviors: readonly Behavior[];
    readonly Origins: readonly {
      readonly Id: string;
      readonly OriginShield?: { readonly Enabled: boolean };
    }[];
  };
}

const site = synthesizeSite();
const config = resources<DistributionProperties>(site, 'AWS::CloudFront::Distribution')[
  logicalId(site.stack, 'Website/Distribution')
]!.Properties.DistributionConfig;
const behavior = (pattern: string) =>
  config.CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern);
const originOf = ({ TargetOriginId }: Behavior) => config.Origins.find(({ Id }) => Id === TargetOriginId);

test('recordings expose media files only', () => {
  const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
  expect(patterns.filter((pattern) => pattern.startsWith('/ivs'))).toEqual([
    // The first match applies.
    '/ivs/*/media/latest_thumbnail/thumb.jpg',
    '/ivs/*/media/*.m3u8',
    '/ivs/*/media/*',
  ]);
  expect(originOf(behavior('/ivs/*/media/*')!)).toMatchObject({
    DomainName: { 'Fn::GetAtt': [logicalId(site.stack, 'LiveChannels/Recordings'), 'RegionalDomainName'] },
    OriginAccessControlId: expect.anything(),
  });
  const bucketPolicy = JSON.stringify(
    resources<object>(site, 'AWS::S3::BucketPolicy')[logicalId(site.stack, 'LiveChannels/Recordings/Policy')],
  );
  expect(bucketPolicy).toContain('"s3:GetObject"');
  expect(bucketPolicy).not.toContain('"s3:PutObject"');
});

test('all requests for media run the function that denies removed ones, and one Lambda may change its store', () => {
  const store = { 'Fn::GetAtt': [logicalId(site.stack, 'Website/DeniedMedia'), 'Arn'] };
  const id = logicalId(site.stack, 'Website/MediaRequest');
  const denying = { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [id, 'FunctionARN'] } };
  const media = config.CacheBehaviors.filter(({ PathPattern }) => /^\/(media|ivs)\//.test(PathPattern));
  expect(media.map(({ FunctionAssociations }) => FunctionAssociations)).toEqual([
    [denying],
    [denying],
    [denying],
    [denying],
  ]);
  expect(resources<object>(site, 'AWS::CloudFront::Function')[id]?.Properties).toMatchObject({
    FunctionConfig: {
      Runtime: 'cloudfront-js-2.0',
      KeyValueStoreAssociations: [{ KeyValueStoreARN: store }],
    },
  });
  const granting = Object.values(resources<object>(site, 'AWS::IAM::Policy')).filter((policy) =>
    JSON.stringify(policy).includes('cloudfront-keyvaluestore:'),
  );
  expect(granting).toHaveLength(1);
  expect(JSON.stringify(granting)).toContain(JSON.stringify(store));
});

test('an Origin Shield asks for live playlists in place of every cache, and for nothing else', () => {
  const { site: inIreland } = deployed({});
  const [distribution] = Object.values(
    resources<DistributionProperties>(inIreland, 'AWS::CloudFront::Distribution'),
  );
  const { Origins, CacheBehaviors } = distribution!.Properties.DistributionConfig;
  const shielded = Origins.filter(({ OriginShield }) => OriginShield?.Enabled);
  expect(shielded).toMatchObject([{ OriginShield: { OriginShieldRegion: 'eu-west-1' } }]);
  const [{ Id }] = shielded as [{ Id: string }];
  const patterns = CacheBehaviors.filter(({ TargetOriginId }) => TargetOriginId === Id);
  expect(patterns).toMatchObject([
    { PathPattern: '/api/browser-stream/*/live*', AllowedMethods: ['GET', 'HEAD'] },
    { PathPattern: '/api/browser-stream/*/rewind/*', AllowedMethods: ['GET', 'HEAD'] },
  ]);
});

test.each([
  ['us-east-1', 'us-east-1'],
  ['ca-central-1', undefined],
  ['${Token[AWS.Region.7]}', undefined],
])('the Origin Shield for %s is in %s', (region, shield) => {
  expect(originShieldFor(region)).toBe(shield);
});

test('each path is cached as on the local site', () => {
  const policies = resources<{ readonly CachePolicyConfig: object }>(site, 'AWS::CloudFront::CachePolicy');
  const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
  expect(patterns).toEqual(CACHED_PATHS.map(([pattern]) => pattern));
  const behaviors = [...config.CacheBehaviors, config.DefaultCacheBehavior];
  const rules = [...CACHED_PATHS.map(([, rule]) => rule), OTHER_PATHS];
  const managed: Partial<Record<CacheRuleName, string>> = {
    web: CACHING_OPTIMIZED,
    session: CACHING_DISABLED,
  };
  expect(rules.map((rule) => managed[rule])).toEqual(
    behaviors.map(({ CachePolicyId: policy }) => (typeof policy === 'string' ? policy : undefined)),
  );
  const own = behaviors.flatMap(({ CachePolicyId: policy }) =>
    typeof policy === 'string' ? [] : [policies[(policy as { Ref: string }).Ref]?.Properties],
  );
  expect(own).toMatchObject(rules.filter((rule) => !managed[rule]).map(asPolicy));
});

test('origins get cookies below /api/auth alone, and all other requests are joined', () => {
  const policies = resources<{ readonly OriginRequestPolicyConfig: { readonly CookiesConfig: object } }>(
    site,
    'AWS::CloudFront::OriginRequestPolicy',
  );
  for (const [path, rule] of CACHED_PATHS) {
    const { Ref } = behavior(path)?.OriginRequestPolicyId ?? {};
    const cookies = Ref ? policies[Ref]?.Properties.OriginRequestPolicyConfig.CookiesConfig : undefined;
    expect(joinsRequests(cacheRules[rule]), path).toBe(rule !== 'session');
    expect(cookies ?? { CookieBehavior: 'none' }, path).toEqual(
      rule === 'session'
        ? { CookieBehavior: 'whitelist', Cookies: ['__Secure-refresh', '__Secure-device'] }
        : { CookieBehavior: 'none' },
    );
  }
});

test('allowed methods and headers are those of the local site', () => {
  for (const [path, rule] of CACHED_PATHS) {
    const { AllowedMethods = ['GET', 'HEAD'], OriginRequestPolicyId } = behavior(path)!;
    expect(AllowedMethods.length, path).toBe(CHANGING_PATHS.includes(path) ? 7 : 2);
    expect(OriginRequestPolicyId !== undefined, path).toBe(cacheRules[rule].forwardsHeaders);
  }
});

test('policies and behaviours fit into an account’s quotas, for two stages', () => {
  const count = (type: string) => Object.keys(resources<object>(site, type)).length;
  expect(2 * count('AWS::CloudFront::CachePolicy')).toBeLessThanOrEqual(20);
  expect(2 * count('AWS::CloudFront::OriginRequestPolicy')).toBeLessThanOrEqual(20);
  expect(config.CacheBehaviors.length).toBeLessThanOrEqual(25);
});

function asPolicy(rule: CacheRuleName): object {
  const { query, headers, minS, defaultS, maxS, compresses }: CacheRule = cacheRules[rule];
  return {
    CachePolicyConfig: {
      MinTTL: minS,
      DefaultTTL: defaultS,
      MaxTTL: maxS,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingBrotli: compresses,
        EnableAcceptEncodingGzip: compresses,
        HeadersConfig: headers.length > 0 ? { Headers: headers } : { HeaderBehavior: 'none' },
        QueryStringsConfig: query.length > 0 ? { QueryStrings: query } : { QueryStringBehavior: 'none' },
      },
    },
  };
}

describe('the API behind the CDN', () => {
  const api = behavior('/api/*');

  test.each(PATHS_OF_API)('comes before pages for %s, and for http', (path) => {
    const { PathPattern, AllowedMethods: _, ViewerProtocolPolicy, ...rest } = behavior(path)!;
    expect(ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(api).toMatchObject(rest);
    const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns.indexOf(PathPattern)).toBeLessThan(patterns.indexOf('/channel/*'));
  });

  test('gets the contract’s parameters, within CloudFront’s limit', () => {
    const used = Object.values(contract).flatMap((route) =>
      'query' in route ? Object.keys(route.query.shape) : [],
    );
    type Policy = {
      OriginRequestPolicyConfig: { QueryStringsConfig: { QueryStrings: readonly string[] } };
    };
    const { Ref = '' } = api?.OriginRequestPolicyId ?? {};
    const { QueryStrings } = resources<Policy>(site, 'AWS::CloudFront::OriginRequestPolicy')[Ref]!.Properties
      .OriginRequestPolicyConfig.QueryStringsConfig;
    expect(QueryStrings.toSorted()).toEqual([...new Set(used)].toSorted());
    expect(QueryStrings.length).toBeLessThanOrEqual(10);
  });

  test('gets a secret header from the CDN, and so do pages', () => {
    const secret = Object.keys(resources(site, 'AWS::SecretsManager::Secret'));
    for (const path of ['/api/*', ...PAGE_PATHS]) {
      const origin = JSON.stringify(
        config.Origins.filter((one) => JSON.stringify(one).includes('execute-api')),
      );
      expect(origin, path).toContain(`"HeaderName":"x-origin-secret"`);
      expect(origin, path).toContain('{{resolve:secretsmanager:');
      expect(origin, path).toContain(secret[0]);
    }
  });
});

test('every CDN response has the local site’s headers', () => {
  const id = logicalId(site.stack, 'Website/SecurityHeaders');
  const framedId = logicalId(site.stack, 'Website/FramedHeaders');
  const mediaId = logicalId(site.stack, 'Website/MediaHeaders');
  for (const each of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
    const { PathPattern: path = '' } = each;
    const Ref = path === '/embed/*' ? framedId : /^\/(assets|media|ivs)\//.test(path) ? mediaId : id;
    expect(each).toMatchObject({ ResponseHeadersPolicyId: { Ref } });
  }
  const sources = { connect: [IVS_PLAYBACK, 'wss://REALTIME', 'https://UPLOADS'], media: [IVS_PLAYBACK] };
  const headers = securityHeaders(sources);
  const sent = (id: string) =>
    headersSent(site.template.toJSON().Resources[id].Properties.ResponseHeadersPolicyConfig);
  expect(sent(id)).toEqual(headers);
  expect(sent(framedId)).toEqual(securityHeaders(sources, 'framed'));
  expect(sent(mediaId)).toEqual({ ...headers, 'access-control-allow-origin': '*' });
});

/** Text with hosts that AWS chooses: the realtime API's and the uploads bucket's. */
interface JoinedText {
  readonly 'Fn::Join': readonly [
    separator: '',
    parts: readonly (string | { readonly 'Fn::GetAtt': unknown })[],
  ];
}

function textOf({ 'Fn::Join': [, parts] }: JoinedText): string {
  const hosts = new Map([
    [JSON.stringify([logicalId(site.stack, 'Realtime/Api'), 'Dns.Realtime']), 'REALTIME'],
    [JSON.stringify([logicalId(site.stack, 'Storage/Uploads'), 'RegionalDomainName']), 'UPLOADS'],
  ]);
  return parts
    .map((part) => (typeof part === 'string' ? part : hosts.get(JSON.stringify(part['Fn::GetAtt']))))
    .join('');
}

interface HeadersConfig {
  readonly CorsConfig?: { readonly AccessControlAllowOrigins: { readonly Items: readonly string[] } };
  readonly SecurityHeadersConfig: {
    readonly ContentSecurityPolicy: { readonly ContentSecurityPolicy: JoinedText };
    readonly ReferrerPolicy: { readonly ReferrerPolicy: string };
    readonly StrictTransportSecurity: {
      readonly AccessControlMaxAgeSec: number;
      readonly IncludeSubdomains: boolean;
    };
    readonly ContentTypeOptions: object;
  };
  readonly CustomHeadersConfig: {
    readonly Items: readonly { readonly Header: string; readonly Value: string }[];
  };
}

/** Returns the headers that CloudFront would send with its configuration. */
function headersSent({
  SecurityHeadersConfig: security,
  CustomHeadersConfig,
  CorsConfig,
}: HeadersConfig): Record<string, string> {
  const { AccessControlMaxAgeSec: maxAge, IncludeSubdomains } = security.StrictTransportSecurity;
  return {
    ...(CorsConfig && {
      'access-control-allow-origin': CorsConfig.AccessControlAllowOrigins.Items.join(),
    }),
    'content-security-policy': textOf(security.ContentSecurityPolicy.ContentSecurityPolicy),
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${maxAge}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    ...('ContentTypeOptions' in security && { 'x-content-type-options': 'nosniff' }),
    ...Object.fromEntries(
      CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]),
    ),
  };
}

describe('the built web', () => {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  for (const name of ['app-1a2b3c.js', 'app-1a2b3c.js.gz']) writeFileSync(join(dist, 'assets', name), '');
  const built = synthesizeSite({ webDist: dist });
  const uploads = Object.entries(resources<object>(built, 'Custom::CDKBucketDeployment'));

  test.each([true, false])('goes up after the rollout of what its pages call (gradual: %s)', (gradual) => {
    const site = synthesizeSite({ webDist: dist, gradual });
    const [, documents] = Object.entries(resources<object>(site, 'Custom::CDKBucketDeployment')).find(
      ([id]) => id.includes('Documents'),
    )!;
    const callable = ['api', 'playlists', 'community', 'accounts', 'publishing', 'pages', 'realtime'];
    const awaited = callable.map((name) =>
      logicalId(site.stack, gradual ? `Rollout/${name}-live` : `Functions/${name}`),
    );
    expect(documents).toHaveProperty('DependsOn', expect.arrayContaining(awaited));
  });

  test('omits files that were compressed for the local server', () => {
    const { assetOutdir } = Stage.of(built.stack)!;
    const uploaded = readdirSync(assetOutdir, { recursive: true, encoding: 'utf8' });
    const scripts = uploaded.filter((path) => path.includes('app-1a2b3c'));
    expect(scripts.map((path) => basename(path))).toEqual(['app-1a2b3c.js']);
  });

  test('must be built before a deployment', () => {
    const rule = (of: typeof site) => JSON.stringify(of.template.toJSON().Rules);
    expect(rule(site)).toContain('npm run build');
    expect(rule(built)).not.toContain('npm run build');
    expect(uploads).toHaveLength(2);
  });
});

describe('a custom domain', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b';
  const own = synthesizeSite({ domain: { name: 'fans.example', certificateArn } });
  const saysOfSubdomains = (of: typeof site) =>
    Object.values(
      resources<{ ResponseHeadersPolicyConfig: HeadersConfig }>(of, 'AWS::CloudFront::ResponseHeadersPolicy'),
    ).map(
      ({ Properties }) =>
        Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity
          .IncludeSubdomains,
    );

  test('forces https on subdomains only if the operator enables it', () => {
    expect(saysOfSubdomains(own)).toEqual([false, false, false]);
    const domain = { name: 'fans.example', certificateArn, hstsSubdomains: true };
    expect(saysOfSubdomains(synthesizeSite({ domain }))).toEqual([true, true, true]);
  });

  test('requires TLS 1.2 of 2021', () => {
    expect(Object.values(resources<object>(own, 'AWS::CloudFront::Distribution'))).toMatchObject([
      {
        Properties: {
          DistributionConfig: {
            Aliases: ['fans.example'],
            ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
          },
        },
      },
    ]);
  });
});
