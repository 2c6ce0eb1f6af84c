import { aws } from '../../aws-cli.ts';
import { error, ok, warning, type AccountCheck } from './finding.ts';

/** Lambda does not allow to reserve these. Source: Lambda Developer Guide, "Configuring reserved concurrency". */
const LEAST_UNRESERVED = 100;
const USUAL_QUOTA = 1000;
const ASK =
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';

interface Settings {
  readonly AccountLimit: { readonly ConcurrentExecutions: number };
}

export const checkLambda: AccountCheck = async ({ region, reservedExecutions }) => {
  const settings = await aws<Settings>('lambda', 'get-account-settings', '--region', region);
  const quota = settings?.AccountLimit.ConcurrentExecutions ?? 0;
  const least = reservedExecutions + LEAST_UNRESERVED;
  if (reservedExecutions > 0 && quota < least)
    return error(
      `Lambda runs ${quota} at once for this account, and the site reserves ${reservedExecutions}, which needs ${least}.`,
      `Ask for more: ${ASK} --region ${region}`,
      'Deploy with -c apiConcurrency=0 until then.',
    );
  if (quota < USUAL_QUOTA)
    return warning(
      `Lambda runs ${quota} at once for this account; more visitors are refused.`,
      `Ask for more: ${ASK} --region ${region}`,
    );
  return ok(`Lambda runs ${quota} at once.`);
};
