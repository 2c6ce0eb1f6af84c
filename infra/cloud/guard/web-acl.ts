import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Requests of one address (an IPv6 network of /64) in five minutes, such as a school's. */
export interface AddressLimits {
  /** All but media: an open page makes some twenty. */
  readonly requests: number;
  /** Segments, playlists, pictures and the web's files: a viewer of a direct broadcast makes some 620. */
  readonly media: number;
}

/** For some 450 viewers behind one address. */
export const ADDRESS_LIMITS: AddressLimits = { requests: 10_000, media: 300_000 };
/** Signing up, logging in, forgotten passwords. */
const AUTH_REQUESTS_AN_ADDRESS = 100;

/** How the metrics of the whole ACL are called. */
const WHOLE = 'All';

/** Decodes twice, because the API may decode once more what the CDN has sent on, such as `/api/%2561uth/`. */
const DECODED_PATH = ['URL_DECODE', 'URL_DECODE_UNI', 'NORMALIZE_PATH', 'LOWERCASE'] as const;

/** What a player asks for every second, and files of the web. */
const MEDIA = '^/(media|ivs|assets)/|^/api/browser-stream/[^/]+/live[./]';

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
export const createWebAcl = (scope: Construct, id: string, limits: AddressLimits): CfnWebACL =>
  new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(scope, WHOLE),
    rules: [
      rateRule(scope, 0, 'Address', limits.requests, { notStatement: { statement: path(MEDIA) } }),
      rateRule(scope, 1, 'AuthByAddress', AUTH_REQUESTS_AN_ADDRESS, path('^/api/auth/')),
      rateRule(scope, 2, 'MediaByAddress', limits.media, path(MEDIA)),
      ...Object.entries(MANAGED).map(([name, counted], index) =>
        managedRule(scope, index + 3, name, counted),
      ),
    ],
  });

/** Refuses an address that makes more of these requests than this in five minutes, until it makes fewer. */
const rateRule = (
  scope: Construct,
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', scopeDownStatement } },
  visibilityConfig: visibility(scope, name),
});

/** Requests whose path fits the expression. */
const path = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString,
    textTransformations: DECODED_PATH.map((type, priority) => ({ priority, type })),
  },
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
