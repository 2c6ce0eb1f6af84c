import { Duration } from 'aws-cdk-lib';
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersReferrerPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ResponseHeadersPolicy,
  type ResponseHeadersCorsBehavior,
  type ErrorResponse,
  type ICachePolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { secured } from '#functions/http/client.ts';
import {
  cacheRules,
  UNCACHED_ERRORS,
  type CacheRule,
  type CacheRuleName,
} from '#infra/agreed/cache-rules.ts';
import {
  contentSecurityPolicy,
  HSTS_MAX_AGE_S,
  IVS_PLAYBACK,
  PERMISSIONS_POLICY,
  type Framing,
} from '#infra/agreed/security-headers.ts';
import { globalName } from '../parts/global-name.ts';

/**
 * Returns a cache policy for a rule. For a rule without caching it is CloudFront's managed policy, because an account
 * can have only 20 others.
 */
export function cachePolicy(scope: Construct, id: string, name: CacheRuleName): ICachePolicy {
  const { query, headers, minS, defaultS, maxS, compresses }: CacheRule = cacheRules[name];
  if (maxS === 0) return CachePolicy.CACHING_DISABLED;
  return new CachePolicy(scope, id, {
    minTtl: Duration.seconds(minS),
    defaultTtl: Duration.seconds(defaultS),
    maxTtl: Duration.seconds(maxS),
    queryStringBehavior:
      query.length > 0 ? CacheQueryStringBehavior.allowList(...query) : CacheQueryStringBehavior.none(),
    headerBehavior:
      headers.length > 0 ? CacheHeaderBehavior.allowList(...headers) : CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: compresses,
    enableAcceptEncodingBrotli: compresses,
  });
}

/**
 * Authorization is forwarded either as part of the cache key, which would separate the cache by person, or with all of
 * the viewer's headers. Host must be the origin's, by which API Gateway finds the API. Source: CloudFront Developer
 * Guide, "Configure CloudFront to forward the Authorization header".
 */
export function apiRequestPolicy(scope: Construct, id: string, name: 'api' | 'session'): OriginRequestPolicy {
  const { query, cookies }: CacheRule = cacheRules[name];
  return new OriginRequestPolicy(scope, id, {
    originRequestPolicyName: globalName(scope, id),
    headerBehavior: OriginRequestHeaderBehavior.denyList('Host'),
    queryStringBehavior: OriginRequestQueryStringBehavior.allowList(...query),
    // With cookies CloudFront does not collapse requests (`joinsRequests`).
    cookieBehavior:
      cookies.length > 0
        ? OriginRequestCookieBehavior.allowList(...cookies.map(secured))
        : OriginRequestCookieBehavior.none(),
  });
}

/** See `UNCACHED_ERRORS`. */
export const errorResponses: ErrorResponse[] = UNCACHED_ERRORS.map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

interface SecurityHeadersProps {
  readonly connect: readonly string[];
  readonly includeSubdomains: boolean;
  /**
   * Whether pages of other origins may read the files, such as Chromecast receivers and sandboxed embeds. @default
   * false
   */
  readonly isOpen?: boolean;
}

const OPEN_TO_ALL_PAGES: ResponseHeadersCorsBehavior = {
  accessControlAllowCredentials: false,
  accessControlAllowHeaders: ['*'],
  accessControlAllowMethods: ['GET', 'HEAD'],
  accessControlAllowOrigins: ['*'],
  originOverride: true,
};

/** The headers of `securityHeaders()` in CloudFront's format, also for the API's responses. */
export function securityHeadersPolicy(
  scope: Construct,
  framing: Framing,
  { connect, includeSubdomains, isOpen = false }: SecurityHeadersProps,
): ResponseHeadersPolicy {
  const override = true;
  const sources = { connect: [IVS_PLAYBACK, ...connect], media: [IVS_PLAYBACK] };
  const policy = contentSecurityPolicy(sources, framing);
  const id = isOpen ? 'MediaHeaders' : framing === 'framed' ? 'FramedHeaders' : 'SecurityHeaders';
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: globalName(scope, id),
    ...(isOpen && { corsBehavior: OPEN_TO_ALL_PAGES }),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policy, override },
      contentTypeOptions: { override },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(HSTS_MAX_AGE_S),
        includeSubdomains,
        override,
      },
    },
    customHeadersBehavior: {
      customHeaders: [{ header: 'Permissions-Policy', value: PERMISSIONS_POLICY[framing], override }],
    },
  });
}
