import { Duration } from 'aws-cdk-lib';
import type { IOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup } from 'aws-cdk-lib/aws-cloudfront-origins';
import { FALLBACK_STATUSES } from '../../agreed/page-request.ts';

/**
 * Where pages come from whose existence the table knows: from the `pages` Lambda, and from the bucket where that fails,
 * is throttled, or keeps people waiting. Both are asked for `/index.html`, and the Lambda is told of the page by a header;
 * `customHeaders` tell it that the CDN asks.
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
