import { STAGE_QUOTAS } from '#infra/scale/quotas.ts';
import { aws } from '../../aws-cli.ts';
import { error, ok, type AccountCheck } from './finding.ts';

/** The CLI's operation for each type of policy, and the path of names in its output. */
const LISTS: Readonly<Record<string, readonly [operation: string, list: string, policy: string]>> = {
  'AWS::CloudFront::CachePolicy': ['list-cache-policies', 'CachePolicyList', 'CachePolicy'],
  'AWS::CloudFront::OriginRequestPolicy': [
    'list-origin-request-policies',
    'OriginRequestPolicyList',
    'OriginRequestPolicy',
  ],
  'AWS::CloudFront::ResponseHeadersPolicy': [
    'list-response-headers-policies',
    'ResponseHeadersPolicyList',
    'ResponseHeadersPolicy',
  ],
};

interface Listed {
  readonly Items?: readonly Readonly<Record<string, Readonly<Record<string, { readonly Name: string }>>>>[];
}

/** An account has a low quota of CloudFront policies for all stages, and a deployment that exceeds it fails midway. */
export const checkPolicies: AccountCheck = async ({ policies }) => {
  const rooms = await Promise.all(
    STAGE_QUOTAS.map(async ({ name, type, most }) => {
      const [operation, list, policy] = LISTS[type]!;
      const found = await aws<Record<string, Listed>>('cloudfront', operation, '--type', 'custom');
      const used = (found?.[list]?.Items ?? []).map((item) => item[policy]?.[`${policy}Config`]?.Name);
      const missing = (policies[type] ?? []).filter((wanted) => !used.includes(wanted)).length;
      return { name, most, used: used.length, missing };
    }),
  );
  const full = rooms.find(({ most, used, missing }) => used + missing > most);
  if (!full) return ok('CloudFront has enough quota for the policies of the site.');
  return error(
    `This account has ${full.used} of ${full.most} of ${full.name}, and the site needs ${full.missing} more.`,
    'Remove a stage that is not needed: npm run remove. Or request more in Service Quotas: CloudFront.',
  );
};
