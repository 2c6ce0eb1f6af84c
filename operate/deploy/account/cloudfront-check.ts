import { aws } from '../../aws-cli.ts';
import { ok, warning, type AccountCheck } from './finding.ts';

interface Distributions {
  readonly DistributionList?: { readonly Items?: readonly object[] | null };
}

/** CloudFront's error for accounts that AWS has not verified. */
export const UNVERIFIED = 'account must be verified before you can add';
export const HOW_TO_VERIFY =
  'Open a case in AWS Support ("Account and billing", free of charge) with the message "Your account must be verified before you can add new CloudFront resources". It takes hours, rarely days.';

/** CloudFront does not reveal whether an account is verified without a distribution. With one, it is verified. */
export const checkCloudFront: AccountCheck = async () => {
  const found = await aws<Distributions>('cloudfront', 'list-distributions', '--max-items', '1');
  if (found?.DistributionList?.Items?.length) return ok('This account already has CloudFront distributions.');
  return warning(
    'This account has no CloudFront distribution yet. CloudFront refuses to create one until AWS has verified the account.',
    `If the deployment fails because of this: ${HOW_TO_VERIFY}`,
  );
};
