import { createStacks } from '#infra/cloud/stacks.ts';
import { shellText, type FakePrograms } from './fake-programs.ts';
import { ACCOUNT } from './operator.ts';
import { createApp } from './site.ts';

/** AWS's responses for an account that supports a site. A string is an error. */
const READY: Readonly<Record<string, unknown>> = {
  'sts get-caller-identity': { Account: ACCOUNT },
  'ssm get-parameter': { Parameter: { Value: '30' } },
  'cloudfront list-distributions': { DistributionList: { Items: [{ Id: 'E1' }] } },
  'cloudfront describe-key-value-store': 'An error occurred (EntityNotFound)',
  // Edge function tests take seconds; `fakeEdge` provides them.
  'cloudfront describe-function': 'An error occurred (AccessDenied)',
  'mediaconvert list-queues': {
    Queues: [{ Name: 'Default' }],
    TotalConcurrentJobs: 200,
    UnallocatedConcurrentJobs: 100,
  },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'sesv2 get-email-identity': { VerifiedForSendingStatus: true },
  'sesv2 get-account': { ProductionAccessEnabled: true, SendingEnabled: true },
};

const assemblies = new Map<string, string>();

/** Synthesises the stacks with these settings. The folder is deleted after the test file. */
export function assemblyOf(settings: Readonly<Record<string, unknown>>, region = 'eu-west-1'): string {
  const key = JSON.stringify([settings, region]);
  const made = assemblies.get(key);
  if (made) return made;
  process.env['CDK_VALIDATION'] = 'false';
  const app = createApp({ 'aws:cdk:bundling-stacks': [], ...settings });
  createStacks(app, { account: ACCOUNT, region });
  const { directory } = app.synth();
  assemblies.set(key, directory);
  return directory;
}

/** Makes `aws` respond like such an account, except for `others`; `edge` is JavaScript for edge functions. */
export function fakeAccount(
  programs: FakePrograms,
  others: Readonly<Record<string, unknown>> = {},
  edge = '',
): void {
  const answers = Object.entries({ ...READY, ...others }).map(([call, answer]) =>
    typeof answer === 'string'
      ? `${shellText(call)}) printf '\\n%s\\n' ${shellText(answer)} >&2; exit 254;;`
      : `${shellText(call)}) printf '%s\\n' ${shellText(JSON.stringify(answer))};;`,
  );
  if (edge) {
    programs.program('aws-edge', edge);
    answers.unshift('\'cloudfront \'*-function) exec aws-edge "$@";;');
  }
  programs.script('aws', ['case "$1 $2" in', ...answers, "*) echo '{}';;", 'esac'].join('\n'));
}
