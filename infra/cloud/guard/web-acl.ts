import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Of one address (an IPv6 network of /64) in five minutes. A page with a live stream asks some three times a second. */
const REQUESTS_AN_ADDRESS = 10_000;
/** Signing up, logging in, forgotten passwords. */
const AUTH_REQUESTS_AN_ADDRESS = 100;

/** How the metrics of the whole ACL are called. */
const WHOLE = 'All';

/** Decodes twice, because the API may decode once more what the CDN has sent on, such as `/api/%2561uth/`. */
const DECODED_PATH = ['URL_DECODE', 'URL_DECODE_UNI', 'NORMALIZE_PATH', 'LOWERCASE'] as const;

/**
 * AWS's rules that look for attacks, with those switched to counting that would refuse what people may send: a segment is
 * larger than 8 kB, and somebody may chat about `<script>`. What a body may hold is the API's to say.
 */
const MANAGED: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
    'NoUserAgent_HEADER',
  ],
};

/**
 * What the CDN lets through. It stands in us-east-1, as all that belongs to CloudFront.
 * Source: AWS WAF Developer Guide, "AWS Managed Rules rule groups list" and "Rate-based rule statement".
 */
export const createWebAcl = (scope: Construct, id: string): CfnWebACL =>
  new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(scope, WHOLE),
    rules: [
      rateRule(scope, 0, 'Address', REQUESTS_AN_ADDRESS),
      rateRule(scope, 1, 'AuthByAddress', AUTH_REQUESTS_AN_ADDRESS, '/api/auth/'),
      ...Object.entries(MANAGED).map(([name, counted], index) =>
        managedRule(scope, index + 2, name, counted),
      ),
    ],
  });

/** Refuses an address that asks more often than this in five minutes, until it asks less. */
const rateRule = (
  scope: Construct,
  priority: number,
  name: string,
  limit: number,
  below?: string,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: {
    rateBasedStatement: {
      limit,
      aggregateKeyType: 'IP',
      ...(below && {
        scopeDownStatement: {
          byteMatchStatement: {
            fieldToMatch: { uriPath: {} },
            positionalConstraint: 'STARTS_WITH',
            searchString: below,
            textTransformations: DECODED_PATH.map((type, priority) => ({ priority, type })),
          },
        },
      }),
    },
  },
  visibilityConfig: visibility(scope, name),
});

const managedRule = (
  scope: Construct,
  priority: number,
  name: string,
  counted: readonly string[],
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visibility(scope, name),
});

const visibility = (scope: Construct, name: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName: metricNameOf(scope, name),
});

const metricNameOf = (scope: Construct, name: string): string => `${Stack.of(scope).stackName}-${name}`;

/** What a rule has refused. Source: AWS WAF Developer Guide, "AWS WAF metrics and dimensions": for CloudFront without a region. */
export const refusalsBy = (scope: Construct, rule: string): Metric =>
  new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: metricNameOf(scope, WHOLE), Rule: metricNameOf(scope, rule) },
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
