/** Several sites may share an account: one site's roles cannot access another site's IVS and MediaConvert resources. */
import { describe, expect, test } from 'vitest';
import { resourceTags } from '#functions/aws/resource-tags.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { stageOf } from '#infra/cloud/stage/stage.ts';
import { withArnTexts } from '#test/support/site/stack/arn-texts.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { statementsOf } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite({
  stage: stageOf('dev'),
  env: { account: '111122223333', region: 'eu-west-1' },
});
const arn = (service: string, id: string) => `arn:aws:${service}:eu-west-1:111122223333:${id}`;
const [CHANNEL, KEY] = [arn('ivs', 'channel/a'), arn('ivs', 'stream-key/a')];
const JOB = arn('mediaconvert', 'jobs/1');

type Kind = 'RequestTag' | 'ResourceTag';
const tagged = (kind: Kind, stage: string) =>
  Object.fromEntries(
    Object.entries(resourceTags(stage)).map(([name, value]) => [`aws:${kind}/${name}`, value]),
  );
const may = (name: LambdaName, action: string, resource: string, context: Record<string, string>): boolean =>
  isAllowed(withArnTexts<never[]>(statementsOf(site, name)), { action, resource, context });

const TOUCHED: readonly (readonly [LambdaName, string, string])[] = [
  ['publishing', 'ivs:GetChannel', CHANNEL],
  ['publishing', 'ivs:UpdateChannel', CHANNEL],
  ['publishing', 'ivs:GetStreamSession', CHANNEL],
  ['publishing', 'ivs:ListStreamKeys', CHANNEL],
  ['publishing', 'ivs:StopStream', CHANNEL],
  ['events', 'ivs:StopStream', CHANNEL],
  ['events', 'ivs:DeleteChannel', CHANNEL],
  ['publishing', 'mediaconvert:CancelJob', JOB],
  ['publishing', 'mediaconvert:GetJob', JOB],
  ['events', 'mediaconvert:GetJob', JOB],
];

describe('a role', () => {
  test.each(TOUCHED)('of %s has %s of its own site only', (name, action, resource) => {
    expect(may(name, action, resource, tagged('ResourceTag', 'dev'))).toBe(true);
    expect(may(name, action, resource, tagged('ResourceTag', 'prod'))).toBe(false);
    expect(may(name, action, resource, {})).toBe(false);
  });

  test.each<[LambdaName]>([['publishing'], ['events']])(
    'of %s deletes keys without tags, which CreateChannel makes, and none of another site',
    (name) => {
      expect(may(name, 'ivs:DeleteStreamKey', KEY, {})).toBe(true);
      expect(may(name, 'ivs:DeleteStreamKey', KEY, tagged('ResourceTag', 'dev'))).toBe(true);
      expect(may(name, 'ivs:DeleteStreamKey', KEY, tagged('ResourceTag', 'prod'))).toBe(false);
    },
  );

  test.each<[LambdaName, string, string]>([
    ['publishing', 'ivs:CreateChannel', CHANNEL],
    ['publishing', 'ivs:CreateChannel', KEY],
    ['publishing', 'ivs:CreateStreamKey', KEY],
    ['publishing', 'ivs:TagResource', CHANNEL],
    ['publishing', 'mediaconvert:TagResource', JOB],
    ['chunks', 'mediaconvert:TagResource', JOB],
  ])('of %s has %s with the tags of its site only', (name, action, resource) => {
    expect(may(name, action, resource, tagged('RequestTag', 'dev'))).toBe(true);
    expect(may(name, action, resource, tagged('RequestTag', 'prod'))).toBe(false);
    expect(may(name, action, resource, {})).toBe(false);
    const ofAnother = { ...tagged('RequestTag', 'dev'), ...tagged('ResourceTag', 'prod') };
    expect(may(name, action, resource, ofAnother)).toBe(false);
  });

  test.each<[LambdaName]>([['publishing'], ['events'], ['chunks']])('of %s makes jobs with tags', (name) => {
    const conditions = statementsOf(site, name)
      .filter(({ Action }) => [Action].flat().includes('mediaconvert:CreateJob'))
      .map((statement) => (statement as { Condition?: object }).Condition);
    expect(conditions.length).toBeGreaterThan(0);
    for (const condition of conditions)
      expect(condition).toEqual({ StringEquals: tagged('RequestTag', 'dev') });
  });
});
