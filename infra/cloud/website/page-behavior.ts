import { Duration } from 'aws-cdk-lib';
import type { IOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup } from 'aws-cdk-lib/aws-cloudfront-origins';
import { FALLBACK_STATUSES } from '#infra/agreed/edge/page-request.ts';

/**
 * The origin of pages that depend on the table: the `pages` Lambda, or the bucket if the Lambda fails, is throttled, or
 * is slow. CloudFront requests `/index.html` from both, and a header names the page to the Lambda; `customHeaders`
 * prove that the request comes from the CDN. An origin group only supports GET and HEAD.
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
