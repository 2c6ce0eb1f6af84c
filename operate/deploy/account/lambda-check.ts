import { aws } from '../../aws-cli.ts';
import { error, ok, warning, type AccountCheck } from './finding.ts';

/** Lambda does not allow these to be reserved. Source: Lambda Developer Guide, "Configuring reserved concurrency". */
const MIN_UNRESERVED = 100;
const USUAL_QUOTA = 1000;
const ASK =
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';

interface Settings {
  readonly AccountLimit: { readonly ConcurrentExecutions: number };
}

export const checkLambda: AccountCheck = async ({ region, reservedExecutions }) => {
  const settings = await aws<Settings>('lambda', 'get-account-settings', '--region', region);
  const quota = settings?.AccountLimit.ConcurrentExecutions ?? 0;
  const least = reservedExecutions + MIN_UNRESERVED;
  if (reservedExecutions > 0 && quota < least)
    return error(
      `This account has a Lambda concurrency of ${quota}. The site reserves ${reservedExecutions}, which requires ${least}.`,
      `Request more: ${ASK} --region ${region}`,
      'Deploy with -c apiConcurrency=0 until then.',
    );
  if (quota < USUAL_QUOTA)
    return warning(
      `This account has a Lambda concurrency of ${quota}; requests above it are refused.`,
      `Request more: ${ASK} --region ${region}`,
    );
  return ok(`This account has a Lambda concurrency of ${quota}.`);
};
