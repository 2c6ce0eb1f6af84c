import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL, type CfnIPSet } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { AddressLimits } from '../stage/address-limits.ts';

/** Metric name of the whole ACL. */
const WHOLE = 'All';

/** Decodes twice, because the API may decode the forwarded path once more, for example `/api/%2561uth/`. */
const DECODED_PATH = ['URL_DECODE', 'URL_DECODE_UNI', 'NORMALIZE_PATH', 'LOWERCASE'] as const;

/** Undecoded: requests that only match this path once decoded count for the stricter rule. */
const REFRESH: CfnWebACL.StatementProperty = matches({ uriPath: {} }, '^/api/auth/refresh$');
/** Reads need a token, so they cannot be used for guessing. */
const READ: CfnWebACL.StatementProperty = matches({ method: {} }, '^(GET|HEAD)$');

/** Requests that a player sends every second, and files of the web app. In lower case, as the path is compared. */
const MEDIA =
  '^/(media|ivs|assets)/|^/api/browser-stream/[0-9a-z]{26}/live([.]m3u8|/(main|small|sound|captions)[.]m3u8)$';

/**
 * AWS's rules against attacks. Those that would refuse legitimate requests only count: a segment is larger than 8 kB,
 * and chat messages may mention `<script>`. The API validates bodies.
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
 * Creates the CDN's web ACL. It must be in us-east-1, like everything of CloudFront. Source: AWS WAF Developer Guide,
 * "AWS Managed Rules rule groups list" and "Rate-based rule statement".
 */
export const createWebAcl = (
  scope: Construct,
  id: string,
  { limits, blocked }: { readonly limits: AddressLimits; readonly blocked: readonly CfnIPSet[] },
): CfnWebACL =>
  new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(scope, WHOLE),
    rules: [
      blockRule(scope, blocked),
      rateRule(scope, 'Address', limits.requests, not(path(MEDIA))),
      rateRule(scope, 'AuthByAddress', limits.auth, {
        andStatement: { statements: [path('^/api/auth/'), not(REFRESH), not(READ)] },
      }),
      rateRule(scope, 'RefreshByAddress', limits.refreshes, REFRESH),
      rateRule(scope, 'MediaByAddress', limits.media, path(MEDIA)),
      ...Object.entries(MANAGED).map(([name, counted]) => managedRule(scope, name, counted)),
    ].map((rule, priority) => ({ ...rule, priority })),
  });

/** In order of priority. */
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/** Refuses the addresses that `npm run block` has added to a set, before other rules count them. */
const blockRule = (scope: Construct, sets: readonly CfnIPSet[]): Rule => ({
  name: 'Blocked',
  action: { block: {} },
  statement: {
    orStatement: { statements: sets.map(({ attrArn: arn }) => ({ ipSetReferenceStatement: { arn } })) },
  },
  visibilityConfig: visibility(scope, 'Blocked'),
});

/** Refuses an address that sends more of these requests in five minutes, until it sends fewer. */
const rateRule = (
  scope: Construct,
  name: string,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): Rule => ({
  name,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', scopeDownStatement } },
  visibilityConfig: visibility(scope, name),
});

/** Matches requests by path, regardless of its encoding. */
const path = (regexString: string): CfnWebACL.StatementProperty =>
  matches({ uriPath: {} }, regexString, DECODED_PATH);

function matches(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  regexString: string,
  types: readonly string[] = ['NONE'],
): CfnWebACL.StatementProperty {
  const textTransformations = types.map((type, priority) => ({ priority, type }));
  return { regexMatchStatement: { fieldToMatch, regexString, textTransformations } };
}

const not = (statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({
  notStatement: { statement },
});

const managedRule = (scope: Construct, name: string, counted: readonly string[]): Rule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      // WAF rejects empty lists.
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
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

/**
 * Metric of a rule's refused requests. Source: AWS WAF Developer Guide, "AWS WAF metrics and dimensions": no region for
 * CloudFront.
 */
export const refusalsBy = (scope: Construct, rule: string): Metric =>
  new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: metricNameOf(scope, WHOLE), Rule: metricNameOf(scope, rule) },
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
