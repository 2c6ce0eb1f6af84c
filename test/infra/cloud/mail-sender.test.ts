import { expect, test } from 'vitest';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const FROM = 'hello@fans.example';
const [quiet, sending] = [synthesizeSite(), synthesizeSite({ mailFrom: FROM })];

type Site = typeof quiet;

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly { readonly Action: string | readonly string[] }[] };
}

const mailStatements = (site: Site) =>
  Object.values(resources<Policy>(site, 'AWS::IAM::Policy'))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Action }) => String(Action).includes('ses:'));

const senderOf = (site: Site): unknown =>
  site.template.toJSON().Resources[logicalId(site.stack, 'Functions/accounts')].Properties.Environment
    .Variables.MAIL_FROM;

test('a stage with an address sends mail from it only, and in SES’s sandbox to verified recipients', () => {
  expect(senderOf(sending)).toBe(FROM);
  // Mail about people's account changes, moderation decisions, and news.
  const statements = mailStatements(sending);
  expect(statements).toHaveLength(3);
  for (const statement of statements) {
    expect(statement).toMatchObject({
      Action: 'ses:SendEmail',
      Effect: 'Allow',
      Condition: { StringEquals: { 'ses:FromAddress': FROM } },
    });
    expect(JSON.stringify(statement)).toMatch(/:configuration-set\/Fanfare".*:identity\/\*"/);
  }
});

test('a stage without an address may not send mail', () => {
  expect(senderOf(quiet)).toBe('');
  expect(mailStatements(quiet)).toEqual([]);
});
