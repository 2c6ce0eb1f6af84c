import { expect, test } from 'vitest';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

interface RoleProperties {
  readonly AssumeRolePolicyDocument: { readonly Statement: never[] };
}

const roles = Object.entries(resources<RoleProperties>(synthesizeSite(), 'AWS::IAM::Role'));
const thisAccount = JSON.stringify({ Ref: 'AWS::AccountId' });
/** Services that act on resources named by their caller, so others could make them use our roles. */
const SENT_SERVICES = ['mediaconvert', 'ivs'].map((name) => `${name}.amazonaws.com`);

test.each(SENT_SERVICES)('%s trusts none of our roles to act for others', (service) => {
  for (const [id, { Properties }] of roles) {
    const mayTake = (account: string): boolean =>
      isAllowed(Properties.AssumeRolePolicyDocument.Statement, {
        service,
        action: 'sts:AssumeRole',
        resource: '',
        context: { 'aws:SourceAccount': account },
      });
    expect(mayTake('999999999999'), id).toBe(false);
  }
});

test('MediaConvert assumes its role for this account, and AppSync its own without a condition', () => {
  const takenBy = (service: string) =>
    roles.filter(([, { Properties }]) =>
      isAllowed(Properties.AssumeRolePolicyDocument.Statement, {
        service: `${service}.amazonaws.com`,
        action: 'sts:AssumeRole',
        resource: '',
        // AppSync's guides do not say whether it sends the account.
        context: service === 'appsync' ? {} : { 'aws:SourceAccount': thisAccount },
      }),
    ).length;
  expect({ mediaconvert: takenBy('mediaconvert'), appsync: takenBy('appsync') }).toEqual({
    mediaconvert: 1,
    appsync: 1,
  });
});
