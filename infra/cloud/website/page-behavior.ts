import { Duration } from 'aws-cdk-lib';
import type { IOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup } from 'aws-cdk-lib/aws-cloudfront-origins';
import { FALLBACK_STATUSES } from '#infra/agreed/edge/page-request.ts';

/**
 * Where pages come from whose existence the table knows: from the `pages` Lambda, and from the bucket where that fails,
 * is throttled, or keeps people waiting. CloudFront requests `/index.html` from both, and a header names the page to the
 * Lambda; `customHeaders` show that the request comes from the CDN.
 * A group of origins answers GET and HEAD alone.
 */
export const pageOrigin = (
  apiDomain: string,
  bucket: IOrigin,
  customHeaders: Readonly<Record<string, string>>,
): OriginGroup =>
  new OriginGroup({
    primaryOrigin: new HttpOrigin(apiDomain, {
      originPath: '/api/pages',
      customHeaders,
      connectionAttempts: 1,
      connectionTimeout: Duration.seconds(2),
      readTimeout: Duration.seconds(5),
    }),
    fallbackOrigin: bucket,
    fallbackStatusCodes: [...FALLBACK_STATUSES],
  });
