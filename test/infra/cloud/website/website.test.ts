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

/** Ids of the policies that CloudFront manages; the same in every account. */
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
interface OriginGroup {
  readonly Id: string;
  readonly FailoverCriteria: { readonly StatusCodes: { readonly Items: readonly number[] } };
  readonly Members: { readonly Items: readonly { readonly OriginId: string }[] };
}
interface DistributionProperties {
  readonly DistributionConfig: {
    readonly DefaultCacheBehavior: Behavior;
    readonly CacheBehaviors: readonly Behavior[];
    readonly CustomErrorResponses: readonly { readonly ErrorCode: number }[];
    readonly Origins: readonly {
      readonly Id: string;
      readonly OriginShield?: { readonly Enabled: boolean };
    }[];
    readonly OriginGroups: { readonly Items: readonly OriginGroup[] };
  };
}

const PARAMETERS = [
  'after',
  'before',
  'channel',
  'cursor',
  'limit',
  'live',
  'order',
  'q',
  'ranges',
  'slot',
] as const;
const site = synthesizeSite();
const config = resources<DistributionProperties>(site, 'AWS::CloudFront::Distribution')[
  logicalId(site.stack, 'Website/Distribution')
]!.Properties.DistributionConfig;
const behavior = (pattern: string) =>
  config.CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern);
const originOf = ({ TargetOriginId }: Behavior) => config.Origins.find(({ Id }) => Id === TargetOriginId);

describe('the site’s files', () => {
  test('come from a private bucket over HTTPS, compressed', () => {
    expect(config).toMatchObject({ HttpVersion: 'http2and3', DefaultRootObject: 'index.html' });
    expect(config.DefaultCacheBehavior).toMatchObject({
      ViewerProtocolPolicy: 'redirect-to-https',
      CachePolicyId: CACHING_OPTIMIZED,
      Compress: true,
    });
    expect(originOf(config.DefaultCacheBehavior)).toHaveProperty('OriginAccessControlId');
    const bucket = resources<object>(site, 'AWS::S3::Bucket')[logicalId(site.stack, 'Website/Web')];
    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        RestrictPublicBuckets: true,
      },
    });
  });

  test('are rewritten to the document for pages, but not below /assets', () => {
    expect(config.DefaultCacheBehavior.FunctionAssociations).toMatchObject([
      {
        EventType: 'viewer-request',
        FunctionARN: { 'Fn::GetAtt': [logicalId(site.stack, 'Website/PageRequest'), 'FunctionARN'] },
      },
      {
        EventType: 'viewer-response',
        FunctionARN: { 'Fn::GetAtt': [logicalId(site.stack, 'Website/PageResponse'), 'FunctionARN'] },
      },
    ]);
    expect(behavior('/assets/*')).toMatchObject({
      TargetOriginId: config.DefaultCacheBehavior.TargetOriginId,
    });
    expect(behavior('/assets/*')).not.toHaveProperty('FunctionAssociations');
  });

  test('are 404 when missing, not 403', () => {
    const policies = JSON.stringify(
      resources<object>(site, 'AWS::S3::BucketPolicy')[logicalId(site.stack, 'Website/Web/Policy')],
    );
    expect(policies).toContain('"s3:ListBucket"');
  });
});

test('recordings expose media files only', () => {
  const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
  expect(patterns.filter((pattern) => pattern.startsWith('/ivs'))).toEqual([
    // The first that fits is taken.
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

test('all media pass the function that denies removed ones, and one Lambda may change what it reads', () => {
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

test('a live stream’s picture is cached for seconds, and other files are revalidated', () => {
  const policies = resources<{ readonly CachePolicyConfig: object }>(site, 'AWS::CloudFront::CachePolicy');
  const policy = behavior('/ivs/*/media/latest_thumbnail/thumb.jpg')?.CachePolicyId as { Ref: string };
  expect(policies[policy.Ref]?.Properties.CachePolicyConfig).toMatchObject({ DefaultTTL: 10, MaxTTL: 10 });
  for (const pattern of ['/media/*', '/ivs/*/media/*']) {
    const { Ref } = behavior(pattern)!.CachePolicyId as { Ref: string };
    expect(policies[Ref]?.Properties.CachePolicyConfig).toMatchObject({ DefaultTTL: 300, MaxTTL: 300 });
  }
});

test('channels are recorded with thumbnails every half minute, across short interruptions', () => {
  const id = logicalId(site.stack, 'LiveChannels/Recording');
  expect(resources<object>(site, 'AWS::IVS::RecordingConfiguration')[id]?.Properties).toMatchObject({
    RecordingReconnectWindowSeconds: 60,
    ThumbnailConfiguration: { RecordingMode: 'INTERVAL', TargetIntervalSeconds: 30 },
  });
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

test('methods and headers are let through where they are on the local site', () => {
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

describe.each(PAGE_PATHS)('pages of the Lambda: %s', (path) => {
  const pages = behavior(path);
  const group = config.OriginGroups.Items.find(({ Id }) => Id === pages?.TargetOriginId);
  const members = group?.Members.Items.map(({ OriginId }) =>
    config.Origins.find(({ Id }) => Id === OriginId),
  );

  test('come from the pages Lambda with a timeout, and from the bucket on failure', () => {
    expect(config.OriginGroups.Items).toHaveLength(1);
    expect(members).toMatchObject([
      {
        DomainName: {
          'Fn::Join': ['', [{ Ref: logicalId(site.stack, 'Api/Http') }, '.execute-api.', {}, '.', {}]],
        },
        OriginPath: '/api/pages',
        ConnectionAttempts: 1,
        ConnectionTimeout: 2,
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginReadTimeout: 5 },
      },
      { OriginAccessControlId: expect.anything() },
    ]);
    expect(members?.[1]).toEqual(originOf(config.DefaultCacheBehavior));
    expect(group?.FailoverCriteria.StatusCodes.Items).toEqual([429, 500, 502, 503, 504]);
  });

  test('share functions, headers and compression with other pages', () => {
    const { PathPattern: _, TargetOriginId: __, CachePolicyId: ___, ...rest } = pages!;
    expect(config.DefaultCacheBehavior).toMatchObject(rest);
    // What CloudFront takes it for where nothing is said, and all that a group of origins may answer.
    expect(pages?.AllowedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD']);
  });

  test('are cached by path, for everybody alike, up to a minute', () => {
    const cache = resources<object>(site, 'AWS::CloudFront::CachePolicy')[
      logicalId(site.stack, 'Website/PageCache')
    ];
    expect(pages?.CachePolicyId).toEqual({ Ref: logicalId(site.stack, 'Website/PageCache') });
    expect(cache?.Properties).toMatchObject({
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 60,
        ParametersInCacheKeyAndForwardedToOrigin: {
          HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-page'] },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
          CookiesConfig: { CookieBehavior: 'none' },
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
        },
      },
    });
  });
});

test('embedded pages differ only in who may frame them', () => {
  const { PathPattern: _, ResponseHeadersPolicyId: __, ...rest } = behavior('/embed/*')!;
  expect(behavior('/channel/*')).toMatchObject(rest);
});

test('oEmbed is cached by its own parameters and forwards nothing else', () => {
  const oembed = behavior('/oembed')!;
  expect(oembed).not.toHaveProperty('OriginRequestPolicyId');
  expect(oembed).toMatchObject({
    AllowedMethods: ['GET', 'HEAD'],
    FunctionAssociations: behavior('/api/*')?.FunctionAssociations,
  });
  const { Ref } = oembed.CachePolicyId as { Ref: string };
  expect(resources<object>(site, 'AWS::CloudFront::CachePolicy')[Ref]?.Properties).toMatchObject({
    CachePolicyConfig: {
      MaxTTL: 60,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStrings: ['format', 'maxheight', 'maxwidth', 'url'] },
        HeadersConfig: { HeaderBehavior: 'none' },
        CookiesConfig: { CookieBehavior: 'none' },
      },
    },
  });
});

describe('the API behind the CDN', () => {
  const api = behavior('/api/*');

  test('gets every method and header but Host', () => {
    expect(api).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      OriginRequestPolicyId: { Ref: logicalId(site.stack, 'Website/ApiOrigin') },
      CachePolicyId: { Ref: logicalId(site.stack, 'Website/ApiCache') },
    });
    expect(originOf(api!)).toMatchObject({ CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } });
    const policy = resources<object>(site, 'AWS::CloudFront::OriginRequestPolicy')[
      logicalId(site.stack, 'Website/ApiOrigin')
    ];
    expect(policy?.Properties).toMatchObject({
      OriginRequestPolicyConfig: {
        HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['Host'] },
        CookiesConfig: { CookieBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: [...PARAMETERS] },
      },
    });
  });

  test('gets sessions’ requests in the same way, with their cookies', () => {
    const {
      PathPattern: _,
      CachePolicyId: __,
      OriginRequestPolicyId: ___,
      ...rest
    } = behavior('/api/auth/*')!;
    expect(api).toMatchObject(rest);
    const policies = resources<{ readonly OriginRequestPolicyConfig: object }>(
      site,
      'AWS::CloudFront::OriginRequestPolicy',
    );
    const configOf = (id: string) => {
      const config = policies[logicalId(site.stack, id)]!.Properties.OriginRequestPolicyConfig;
      return { ...config, Name: '', CookiesConfig: {} };
    };
    expect(configOf('Website/SessionOrigin')).toEqual(configOf('Website/ApiOrigin'));
  });

  test.each(PATHS_OF_API)('comes before pages for %s, and for http', (path) => {
    const { PathPattern, AllowedMethods: _, ViewerProtocolPolicy, ...rest } = behavior(path)!;
    expect(ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(api).toMatchObject(rest);
    const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns.indexOf(PathPattern)).toBeLessThan(patterns.indexOf('/channel/*'));
  });

  test('is compressed, lists and live playlists too', () => {
    // CloudFront compresses `application/vnd.apple.mpegurl` and JSON among others, from 1,000 bytes on.
    expect(api).toMatchObject({ Compress: true });
  });

  test('gets the viewer’s address, and oversized requests are refused at the edge', () => {
    expect(api?.FunctionAssociations).toMatchObject([
      {
        EventType: 'viewer-request',
        FunctionARN: { 'Fn::GetAtt': [logicalId(site.stack, 'Website/ApiRequest'), 'FunctionARN'] },
      },
    ]);
  });

  test('is cached as its handlers say, up to a minute', () => {
    const cache = resources<object>(site, 'AWS::CloudFront::CachePolicy')[
      logicalId(site.stack, 'Website/ApiCache')
    ];
    expect(cache?.Properties).toMatchObject({
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 60,
        ParametersInCacheKeyAndForwardedToOrigin: {
          QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: [...PARAMETERS] },
          HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-signed-in'] },
          CookiesConfig: { CookieBehavior: 'none' },
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
        },
      },
    });
  });

  test('gets the contract’s parameters, within CloudFront’s limit', () => {
    const used = Object.values(contract).flatMap((route) =>
      'query' in route ? Object.keys(route.query.shape) : [],
    );
    expect(new Set(PARAMETERS)).toEqual(new Set(used));
    expect(PARAMETERS.length).toBeLessThanOrEqual(10);
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

  test('answers its own errors, uncached and never as a page', () => {
    const codes = config.CustomErrorResponses.map(({ ErrorCode }) => ErrorCode);
    expect(codes).toEqual([400, 403, 404, 405, 414, 500, 501, 502, 503, 504]);
    for (const response of config.CustomErrorResponses) {
      expect(response).toEqual({ ErrorCode: response.ErrorCode, ErrorCachingMinTTL: 0 });
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

/** Text with hosts in it that AWS chooses: the realtime API's and the bucket's for uploads. */
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

/** What CloudFront makes of its configuration. */
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

  test('is uploaded with hashed files first and cached for ever, then documents', () => {
    const assets = uploads.find(([id]) => id.includes('Assets'))!;
    const documents = uploads.find(([id]) => id.includes('Documents'))!;
    expect(assets[1].Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      Prune: false,
    });
    expect(documents[1].Properties).toMatchObject({
      Exclude: ['assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      Prune: false,
    });
    expect(documents[1]).toHaveProperty('DependsOn', expect.arrayContaining([assets[0]]));
  });

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

  test('forces https on subdomains only when the operator wants it', () => {
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
