import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnWebACL, type CfnIPSet } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { AddressLimits } from '../stage/address-limits.ts';

/** How the metrics of the whole ACL are called. */
const WHOLE = 'All';

/** Decodes twice, because the API may decode once more what the CDN has sent on, such as `/api/%2561uth/`. */
const DECODED_PATH = ['URL_DECODE', 'URL_DECODE_UNI', 'NORMALIZE_PATH', 'LOWERCASE'] as const;

/** As sent: what only decodes to this path counts to the stricter rule. */
const REFRESH: CfnWebACL.StatementProperty = matches({ uriPath: {} }, '^/api/auth/refresh$');
/** What guesses nothing, because it needs a token. */
const READ: CfnWebACL.StatementProperty = matches({ method: {} }, '^(GET|HEAD)$');

/** What a player asks for every second, and files of the web. In lower case, as the path is compared. */
const MEDIA =
  '^/(media|ivs|assets)/|^/api/browser-stream/[0-9a-z]{26}/live([.]m3u8|/(main|small|sound|captions)[.]m3u8)$';

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

/** In the order of their priorities. */
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/** Refuses what `npm run block` has put into a set, before anything counts it. */
const blockRule = (scope: Construct, sets: readonly CfnIPSet[]): Rule => ({
  name: 'Blocked',
  action: { block: {} },
  statement: {
    orStatement: { statements: sets.map(({ attrArn: arn }) => ({ ipSetReferenceStatement: { arn } })) },
  },
  visibilityConfig: visibility(scope, 'Blocked'),
});

/** Refuses an address that makes more of these requests than this in five minutes, until it makes fewer. */
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

/** Requests whose path fits the expression, however it is encoded. */
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
      // WAF takes no empty list.
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

/** What a rule has refused. Source: AWS WAF Developer Guide, "AWS WAF metrics and dimensions": for CloudFront without a region. */
export const refusalsBy = (scope: Construct, rule: string): Metric =>
  new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: metricNameOf(scope, WHOLE), Rule: metricNameOf(scope, rule) },
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
