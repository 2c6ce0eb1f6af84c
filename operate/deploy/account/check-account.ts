import { aws } from '../../aws-cli.ts';
import type { SynthesisedSite } from '../synthesised-site.ts';
import { checkBootstrap } from './bootstrap-check.ts';
import { checkCloudFront, HOW_TO_VERIFY, UNVERIFIED } from './cloudfront-check.ts';
import { error, ok, warning, type AccountCheck, type Finding } from './finding.ts';
import { checkIvs } from './ivs-check.ts';
import { checkLambda } from './lambda-check.ts';
import { checkMediaConvert } from './mediaconvert-check.ts';
import { checkPolicies } from './policies-check.ts';
import { checkSes } from './ses-check.ts';

const CHECKS: Readonly<Record<string, AccountCheck>> = {
  'CDK bootstrap': checkBootstrap,
  IVS: checkIvs,
  CloudFront: checkCloudFront,
  'CloudFront policies': checkPolicies,
  MediaConvert: checkMediaConvert,
  Lambda: checkLambda,
  SES: checkSes,
};

export type Print = (words: string) => void;

/**
 * Checks whether the account supports this site, without changing anything, and prints a line per finding. Returns
 * false if the deployment would fail.
 */
export async function checkAccount(site: SynthesisedSite, say: Print): Promise<boolean> {
  const [identity, account] = await checkIdentity(site);
  const others =
    account === undefined
      ? []
      : await Promise.all(
          Object.entries(CHECKS).map(([name, check]) =>
            // For example a missing permission, which does not prevent a deployment.
            check(site, account).catch((reason: Error) =>
              warning(`${name} could not be checked: ${reason.message.split('\n').at(-1)}`),
            ),
          ),
        );
  const findings = [identity, ...others];
  for (const { level, text, advice = [] } of findings)
    [`${`${level}:`.padEnd(8)} ${text}`, ...advice.map((line) => `         ${line}`)].forEach(say);
  return findings.every(({ level }) => level !== 'error');
}

/** Checks that the credentials are for the account and region of the stacks. */
async function checkIdentity({
  account,
  region,
}: SynthesisedSite): Promise<[Finding, account: string | undefined]> {
  const caller = await aws<{ readonly Account: string }>('sts', 'get-caller-identity').catch(
    (reason: Error) => reason,
  );
  if (caller instanceof Error || !caller)
    return [
      error(
        `The AWS CLI does not say whose account this is: ${caller?.message.split('\n').at(-1) ?? 'no answer'}`,
        'Install it in version 2, and log in: docs/operate.md, "What you need".',
      ),
      undefined,
    ];
  const given = process.env['AWS_REGION'];
  if (account && account !== caller.Account)
    return [
      error(`The stacks are for the account ${account}, but the credentials are for ${caller.Account}.`),
      undefined,
    ];
  if (given && given !== region)
    return [error(`The stacks are for ${region}, but AWS_REGION is ${given}.`), undefined];
  return [ok(`Account ${caller.Account}, region ${region}.`), caller.Account];
}

interface Events {
  readonly StackEvents: readonly { readonly ResourceStatusReason?: string }[];
}

/** Prints advice for known errors of a failed deployment in CloudFormation. */
export async function explainFailure({ stackName, region }: SynthesisedSite, say: Print): Promise<void> {
  const list = ['cloudformation', 'describe-stack-events', '--stack-name', stackName, '--region', region];
  const found = await aws<Events>(...list, '--max-items', '200').catch(() => undefined);
  const isUnverified = found?.StackEvents.some(({ ResourceStatusReason = '' }) =>
    ResourceStatusReason.includes(UNVERIFIED),
  );
  if (isUnverified) say(`AWS has not verified this account for CloudFront. ${HOW_TO_VERIFY}`);
}
