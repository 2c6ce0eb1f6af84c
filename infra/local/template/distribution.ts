import type { CacheRule } from '#infra/agreed/cache-rules.ts';
import { inNode, type EdgeRequest, type EdgeResponse } from '#infra/agreed/edge/edge-event.ts';
import { wildcardExpression } from '#infra/agreed/wildcards.ts';
import type { EdgeBehavior, Origin } from '../website/distribution.ts';
import type { OneMachine } from './one-machine.ts';
import { TemplateError } from './resolve.ts';
import type { Known, Stack } from './stack.ts';

type Config = Known<'AWS::CloudFront::Distribution'>['properties']['DistributionConfig'];
type Behavior = Config['DefaultCacheBehavior'] & { readonly PathPattern?: string };
type Key = Pick<CacheRule, 'query' | 'headers' | 'minS' | 'defaultS' | 'maxS' | 'compresses'>;

/** Source: CloudFront Developer Guide, "Use managed cache policies". */
const MANAGED: Readonly<Record<string, Key>> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    query: [],
    headers: [],
    minS: 1,
    defaultS: 86_400,
    maxS: 31_536_000,
    compresses: true,
  },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': {
    query: [],
    headers: [],
    minS: 0,
    defaultS: 0,
    maxS: 0,
    compresses: false,
  },
};

/** Returns the behaviours of the template's distribution in order, the default one last. */
export function edgeBehaviors(stack: Stack, here: OneMachine): EdgeBehavior[] {
  const { DistributionConfig: config } = stack.one('AWS::CloudFront::Distribution').properties;
  const policies = new Policies(stack, config, here);
  return [...config.CacheBehaviors, config.DefaultCacheBehavior].map((behavior: Behavior) => {
    const { PathPattern: pattern, AllowedMethods = ['GET', 'HEAD'], CachePolicyId: policy } = behavior;
    const fitting = pattern === undefined ? undefined : wildcardExpression(pattern);
    const functions = Object.fromEntries(
      (behavior.FunctionAssociations ?? []).map(({ EventType, FunctionARN }) => [EventType, FunctionARN]),
    );
    const run = (type: string) =>
      functions[type] && inNode<EdgeRequest | EdgeResponse>(policies.code(functions[type]));
    const onRequest = run('viewer-request');
    const onResponse = run('viewer-response');
    return {
      isFor: (path) => fitting?.test(path) ?? true,
      allowsChanges: AllowedMethods.includes('POST'),
      policy,
      rule: policies.rule(behavior),
      headers: policies.headers(behavior.ResponseHeadersPolicyId),
      ...policies.origins(behavior.TargetOriginId),
      ...(onRequest && { onRequest }),
      ...(onResponse && { onResponse }),
    };
  });
}

/** The policies and functions that a distribution's behaviours refer to. */
class Policies {
  readonly #stack: Stack;
  readonly #config: Config;
  readonly #here: OneMachine;
  readonly #errorS: Readonly<Record<number, number>>;

  constructor(stack: Stack, config: Config, here: OneMachine) {
    this.#stack = stack;
    this.#config = config;
    this.#here = here;
    this.#errorS = Object.fromEntries(
      config.CustomErrorResponses.map(({ ErrorCode, ErrorCachingMinTTL }) => [ErrorCode, ErrorCachingMinTTL]),
    );
  }

  code(arn: string): string {
    return this.#find('AWS::CloudFront::Function', arn).FunctionCode;
  }

  rule({ CachePolicyId, OriginRequestPolicyId }: Behavior): CacheRule {
    const key = MANAGED[CachePolicyId] ?? keyOf(this.#find('AWS::CloudFront::CachePolicy', CachePolicyId));
    const sent =
      OriginRequestPolicyId === undefined
        ? undefined
        : this.#find('AWS::CloudFront::OriginRequestPolicy', OriginRequestPolicyId).OriginRequestPolicyConfig;
    const query = sent?.QueryStringsConfig.QueryStrings ?? key.query;
    const isKept = key.maxS > 0;
    if (isKept && query.some((name) => !key.query.includes(name)))
      throw new TemplateError('An origin gets a parameter that is not part of the key', CachePolicyId);
    return {
      ...key,
      query,
      // Without TLS, names have no prefix.
      cookies: (sent?.CookiesConfig.Cookies ?? []).map((name) => name.replace('__Secure-', '')),
      forwardsHeaders: sent !== undefined,
      errorS: this.#errorS,
    };
  }

  headers(id: string): Record<string, string> {
    const policy = this.#find('AWS::CloudFront::ResponseHeadersPolicy', id).ResponseHeadersPolicyConfig;
    const { SecurityHeadersConfig: security, CorsConfig: cors } = policy;
    const hsts = security.StrictTransportSecurity;
    const named = policy.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]);
    return {
      'content-security-policy': this.#onOneMachine(security.ContentSecurityPolicy.ContentSecurityPolicy),
      'x-content-type-options': 'nosniff',
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${hsts.AccessControlMaxAgeSec}${hsts.IncludeSubdomains ? '; includeSubDomains' : ''}`,
      ...Object.fromEntries(named),
      ...(cors && {
        'access-control-allow-origin': cors.AccessControlAllowOrigins.Items.join(', '),
        'access-control-allow-methods': cors.AccessControlAllowMethods.Items.join(', '),
        'access-control-allow-headers': cors.AccessControlAllowHeaders.Items.join(', '),
      }),
    };
  }

  origins(id: string): Pick<EdgeBehavior, 'origin' | 'failover'> {
    const group = this.#config.OriginGroups.Items.find(({ Id }) => Id === id);
    if (!group) return { origin: this.#origin(id) };
    const [first, second] = group.Members.Items;
    if (!first || !second)
      throw new TemplateError(`The origin group ${id} does not have two members`, 'Distribution');
    const statuses = group.FailoverCriteria.StatusCodes.Items;
    return {
      origin: this.#origin(first.OriginId),
      failover: { statuses, origin: this.#origin(second.OriginId) },
    };
  }

  #origin(id: string): Origin {
    const origin = this.#config.Origins.find(({ Id }) => Id === id);
    if (!origin) throw new TemplateError(`There is no origin ${id}`, 'Distribution');
    const { DomainName, OriginPath = '', OriginCustomHeaders = [], S3OriginConfig } = origin;
    if (S3OriginConfig) return { bucket: DomainName.slice(DomainName.indexOf('/') + 1) };
    const headers = OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]);
    return { path: OriginPath, headers: Object.fromEntries(headers) };
  }

  /** There is no TLS, buckets are paths of one host, and the site itself delivers streams. */
  #onOneMachine(policy: string): string {
    const { siteHost, realtimeHost, storageHost } = this.#here;
    return policy
      .replaceAll(`wss://${realtimeHost}`, `ws://${realtimeHost} http://${realtimeHost}`)
      .replaceAll(new RegExp(`https://${storageHost}/[^ ;]+`, 'g'), `http://${storageHost}`)
      .replaceAll('https://*.live-video.net', `http://${siteHost}`);
  }

  #find<
    T extends
      | 'AWS::CloudFront::Function'
      | 'AWS::CloudFront::CachePolicy'
      | 'AWS::CloudFront::OriginRequestPolicy'
      | 'AWS::CloudFront::ResponseHeadersPolicy',
  >(type: T, id: string): Known<T>['properties'] {
    const found = this.#stack.all(type).find((one) => one.id === id);
    if (!found) throw new TemplateError(`There is no ${type} ${id}`, 'Distribution');
    return found.properties;
  }
}

function keyOf({ CachePolicyConfig: config }: Known<'AWS::CloudFront::CachePolicy'>['properties']): Key {
  const { ParametersInCacheKeyAndForwardedToOrigin: parameters, MinTTL, DefaultTTL, MaxTTL } = config;
  const { EnableAcceptEncodingBrotli: brotli, EnableAcceptEncodingGzip: gzip } = parameters;
  if (brotli !== gzip)
    throw new TemplateError('One machine supports either both encodings or none', String(config.Name));
  return {
    query: parameters.QueryStringsConfig.QueryStrings ?? [],
    headers: parameters.HeadersConfig.Headers ?? [],
    minS: MinTTL,
    defaultS: DefaultTTL,
    maxS: MaxTTL,
    compresses: brotli,
  };
}
