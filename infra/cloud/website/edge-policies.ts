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
  type ErrorResponse,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contract } from '../../../shared/contract.ts';
import { queryParameters } from '../../../shared/base/route.ts';
import { AUTH_COOKIES } from '../../../functions/auth/session.cookie.ts';
import { secured } from '../../../functions/http/client.ts';
import { OEMBED_PARAMETERS } from '../../agreed/api-request.ts';
import {
  contentSecurityPolicy,
  HSTS_MAX_AGE_S,
  IVS_PLAYBACK,
  PERMISSIONS_POLICY,
  type Framing,
} from '../../agreed/security-headers.ts';
import { globalName } from '../parts/global-name.ts';

/** What addresses of the API may be asked with; CloudFront takes ten at most. */
const API_PARAMETERS = queryParameters(contract);

/**
 * Caches what a handler says may be cached, for at most a minute, and for everybody: `Authorization` is no part of the
 * key, nor is a parameter that the contract does not have, by which anybody could get past the cache. An answer that is `private, no-store`, or says nothing, is kept for nobody, which needs both zeros.
 */
export function apiCachePolicy(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'ApiCache', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.minutes(1),
    queryStringBehavior: CacheQueryStringBehavior.allowList(...API_PARAMETERS),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/** By what programs ask with about a page that they show; as long as the Lambda says, at most a minute. */
export function oembedCachePolicy(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'OembedCache', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.minutes(1),
    queryStringBehavior: CacheQueryStringBehavior.allowList(...OEMBED_PARAMETERS),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/**
 * Authorization reaches an origin either by the cache key, which would part the cache by person, or together with all of
 * the viewer's headers. Host must stay CloudFront's own: by it API Gateway finds the API.
 * Source: CloudFront Developer Guide, "Configure CloudFront to forward the Authorization header".
 */
export function apiRequestPolicy(scope: Construct): OriginRequestPolicy {
  return new OriginRequestPolicy(scope, 'ApiOrigin', {
    originRequestPolicyName: globalName(scope, 'ApiOrigin'),
    headerBehavior: OriginRequestHeaderBehavior.denyList('Host'),
    queryStringBehavior: OriginRequestQueryStringBehavior.allowList(...API_PARAMETERS),
    // Browsers send them below /api/auth alone; without them here CloudFront would take `Set-Cookie` away as well.
    cookieBehavior: OriginRequestCookieBehavior.allowList(...AUTH_COOKIES.map(secured)),
  });
}

/**
 * Files never change, and say so to browsers; the CDN asks all the same after five minutes whether they are still there, so
 * that what somebody has deleted is gone. S3 answers that in a few bytes (304).
 */
export function storedCachePolicy(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'StoredCache', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.minutes(5),
    maxTtl: Duration.minutes(5),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/** IVS writes the latest picture of a recording anew every few seconds, and says nothing of caching. */
export function latestPictureCachePolicy(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'LatestPictureCache', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(10),
    maxTtl: Duration.seconds(10),
  });
}

/**
 * CloudFront keeps an error for ten seconds if it is not told otherwise, for most statuses even against `no-store`,
 * and would hand one person's error to the next.
 * Source: CloudFront Developer Guide, "Control how long CloudFront caches errors".
 */
export const UNCACHED_ERRORS: ErrorResponse[] = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map(
  (httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }),
);

interface SecurityHeadersProps {
  readonly connect: readonly string[];
  readonly includeSubdomains: boolean;
}

/** The same headers as `securityHeaders()`, in CloudFront's form; on answers of the API as well. */
export function securityHeadersPolicy(
  scope: Construct,
  framing: Framing,
  { connect, includeSubdomains }: SecurityHeadersProps,
): ResponseHeadersPolicy {
  const override = true;
  const sources = { connect: [IVS_PLAYBACK, ...connect], media: [IVS_PLAYBACK] };
  const policy = contentSecurityPolicy(sources, framing);
  const id = framing === 'framed' ? 'FramedHeaders' : 'SecurityHeaders';
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: globalName(scope, id),
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
