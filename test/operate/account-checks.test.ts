/** The checks of an account by `npm run deploy`, with a fake `aws` that records its arguments. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { STAGE_QUOTAS } from '#infra/scale/quotas.ts';
import { checkAccount } from '#operate/deploy/account/check-account.ts';
import { synthesisedSite } from '#operate/deploy/synthesised-site.ts';
import { assemblyOf, fakeAccount } from '#test/support/site/stack/fake-account.ts';
import { fakePrograms, type FakePrograms } from '#test/support/site/stack/fake-programs.ts';
import { ACCOUNT, PRODUCTION } from '#test/support/site/stack/operator.ts';

let programs: FakePrograms;
beforeEach(() => {
  programs = fakePrograms();
  vi.stubEnv('PATH', programs.folder);
  vi.stubEnv('AWS_REGION', undefined);
});
afterAll(() => void vi.unstubAllEnvs());

interface Answers {
  readonly isFit: boolean;
  readonly said: string;
  /** Returns the lines of this level. */
  readonly lines: (level: string) => string[];
}

async function check(folder: string, answers: Readonly<Record<string, unknown>> = {}): Promise<Answers> {
  fakeAccount(programs, answers);
  const said: string[] = [];
  const isFit = await checkAccount(synthesisedSite(folder), (line) => void said.push(line));
  const lines = (level: string) =>
    said.filter((line) => line.startsWith(`${level}:`)).map((line) => line.slice(level.length + 1).trim());
  return { isFit, said: said.join('\n'), lines };
}

it('the checked quotas match the template’s resources', () => {
  const { policies } = synthesisedSite(assemblyOf(PRODUCTION));
  const taken = STAGE_QUOTAS.map(({ name, type }) => [name, policies[type]?.length]);
  expect(taken).toEqual(STAGE_QUOTAS.map(({ name, stage }) => [name, stage]));
  // Names that only CloudFormation knows could not be compared with those of the account.
  expect(Object.values(policies).flat()).toEqual(
    Object.values(policies).flatMap((names) => names.map(() => expect.stringMatching(/^[\w-]+$/))),
  );
});

describe('before a deployment, the account', () => {
  it('is checked without changing it, with a line per check, and found ready', async () => {
    const { isFit, lines } = await check(assemblyOf(PRODUCTION));
    expect([isFit, lines('warning'), lines('error')]).toEqual([true, [], []]);
    expect(lines('ok')).toEqual([
      `Account ${ACCOUNT}, region eu-west-1.`,
      'CDK is bootstrapped in us-east-1 and eu-west-1.',
      'IVS is in eu-west-1.',
      'This account already has CloudFront distributions.',
      'CloudFront has enough quota for the policies of the site.',
      'MediaConvert has 100 free concurrent jobs; the queues of the site need 21.',
      'This account has a Lambda concurrency of 1000.',
      'SES sends from hello@fans.example.',
    ]);
    const calls = programs.calls('aws').map((call) => call.split(' ')[1]);
    expect(calls.filter((operation) => !/^(get|list)-/.test(operation!))).toEqual([]);
  });

  it.each<[string, object, Record<string, unknown>, RegExp, RegExp]>([
    [
      'of other credentials',
      {},
      { 'sts get-caller-identity': { Account: '999999999999' } },
      /^The stacks are for the account 111122223333/,
      /^error/,
    ],
    [
      'without credentials',
      {},
      { 'sts get-caller-identity': 'Unable to locate credentials.' },
      /Unable to locate credentials/,
      /Install it in version 2, and log in/,
    ],
    [
      'without a bootstrap',
      { bootstrapQualifier: 'fanfdev' },
      { 'ssm get-parameter': 'An error occurred (ParameterNotFound)' },
      /^CDK is not bootstrapped in us-east-1 and eu-west-1/,
      /npx cdk bootstrap --qualifier fanfdev aws:\/\/111122223333\/us-east-1 aws:\/\/111122223333\/eu-west-1/,
    ],
    [
      'with an old bootstrap',
      {},
      { 'ssm get-parameter': { Parameter: { Value: '5' } } },
      /^CDK is not bootstrapped/,
      /npx cdk bootstrap/,
    ],
    [
      'whose queues use all jobs',
      {},
      {
        'mediaconvert list-queues': {
          Queues: [{ Name: 'Default' }],
          TotalConcurrentJobs: 100,
          UnallocatedConcurrentJobs: 0,
        },
      },
      /^MediaConvert runs 100 jobs at once for this account, and 0 of them are free; the queues of the site take 21/,
      /update-queue --name Default/,
    ],
    [
      'whose stages have used up the cache policies',
      {},
      {
        'cloudfront list-cache-policies': {
          CachePolicyList: {
            Items: Array.from({ length: 18 }, (_, n) => ({
              CachePolicy: { CachePolicyConfig: { Name: `Fanfare-other${n}-us-east-1-Media` } },
            })),
          },
        },
      },
      /^This account has 18 of 20 of CloudFront: cache policies, and the site needs 7 more/,
      /npm run remove/,
    ],
    [
      'with the initial Lambda quota',
      {},
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      /^This account has a Lambda concurrency of 10. The site reserves 350, which requires 450/,
      /apiConcurrency=0 until then/,
    ],
    [
      'whose sender is not verified',
      PRODUCTION,
      { 'sesv2 get-email-identity': 'An error occurred (NotFoundException)' },
      /^SES has not verified hello@fans.example or fans.example in eu-west-1/,
      /create-email-identity --email-identity fans.example/,
    ],
  ])(
    '%s cannot have the site, and the operator gets advice',
    { tags: ['slow'] },
    async (_, settings, answers, found, advice) => {
      const { isFit, said, lines } = await check(assemblyOf({ ...settings }), answers);
      expect([isFit, lines('error')]).toEqual([false, [expect.stringMatching(found)]]);
      expect(said).toMatch(advice);
    },
  );

  it('in a region without IVS cannot have the site', async () => {
    const regions = { 'ssm get-parameters-by-path': { Parameters: [{ Value: 'eu-west-1' }] } };
    const { isFit, lines } = await check(assemblyOf({}, 'eu-north-1'), regions);
    expect([isFit, lines('error')]).toEqual([false, ['IVS is not available in eu-north-1.']]);
  });

  it('must have the region of the stacks', async () => {
    vi.stubEnv('AWS_REGION', 'us-west-2');
    const { isFit, lines } = await check(assemblyOf({}));
    expect([isFit, lines('error')]).toEqual([
      false,
      ['The stacks are for eu-west-1, but AWS_REGION is us-west-2.'],
    ]);
  });

  it.each<[string, object, Record<string, unknown>, RegExp]>([
    [
      'without distributions',
      {},
      { 'cloudfront list-distributions': {} },
      /^This account has no CloudFront distribution yet/,
    ],
    [
      'in the sandbox of SES',
      PRODUCTION,
      { 'sesv2 get-account': { ProductionAccessEnabled: false, SendingEnabled: true } },
      /^SES is in its sandbox/,
    ],
    [
      'with few concurrent executions',
      { apiConcurrency: 0 },
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      /^This account has a Lambda concurrency of 10;/,
    ],
    [
      'that does not allow a check',
      {},
      { 'mediaconvert list-queues': 'An error occurred (AccessDeniedException)' },
      /^MediaConvert could not be checked: An error occurred \(AccessDeniedException\)/,
    ],
  ])('%s gets a warning, and can have the site', async (_, settings, answers, found) => {
    const { isFit, lines } = await check(assemblyOf({ ...settings }), answers);
    expect([isFit, lines('warning'), lines('error')]).toEqual([true, [expect.stringMatching(found)], []]);
  });

  it('needs no new queues if it has those of the site', async () => {
    const Queues = ['videos of uploads', 'windows of broadcasts from the camera'].map((what) => ({
      Name: what,
      Description: `Fanfare-dev: ${what}`,
    }));
    const full = { Queues, TotalConcurrentJobs: 100, UnallocatedConcurrentJobs: 0 };
    expect(await check(assemblyOf({}), { 'mediaconvert list-queues': full })).toMatchObject({ isFit: true });
  });
});
