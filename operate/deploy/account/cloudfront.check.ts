import { aws } from '../../aws-cli.ts';
import { ok, warning, type AccountCheck } from './finding.ts';

interface Distributions {
  readonly DistributionList?: { readonly Items?: readonly object[] | null };
}

/** What CloudFront says to accounts that AWS has not verified. */
export const UNVERIFIED = 'account must be verified before you can add';
export const HOW_TO_VERIFY =
  'Open a case in AWS Support ("Account and billing", free of charge) with the message "Your account must be verified before you can add new CloudFront resources". It takes hours, seldom days.';

/** CloudFront does not say whether an account is verified before its first distribution; an account that has one is. */
export const checkCloudFront: AccountCheck = async () => {
  const found = await aws<Distributions>('cloudfront', 'list-distributions', '--max-items', '1');
  if (found?.DistributionList?.Items?.length)
    return ok('CloudFront has made distributions for this account.');
  return warning(
    'CloudFront has made no distribution for this account, and makes none before AWS has verified it.',
    `If the deployment fails with it: ${HOW_TO_VERIFY}`,
  );
};
