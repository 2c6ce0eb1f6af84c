import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { DEV, stageOf } from '#infra/cloud/stage/stage.ts';
import { EXAMPLE } from '#infra/cloud/template/synthesize.ts';
import { outlines } from '#test/support/site/stack/construct-outline.ts';
import { findings } from '#test/support/site/stack/nag.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite, temporaryFolder, type Site } from '#test/support/site/stack/site.ts';

/** A stack with all resources, including the built web app. */
function wholeSite(stage = stageOf('prod')): Site {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  return synthesizeSite({
    stage,
    webDist: dist,
    mailFrom: 'hello@fans.example',
    alarmEmail: 'watch@fans.example',
    ...(stage.isProduction && { backupCopies: { vaultArn: EXAMPLE.backupVaultArn, media: true } }),
  });
}

const site = wholeSite();

test('cdk-nag has no unacknowledged findings', () => {
  expect(findings(site)).toEqual([]);
});

test('cdk-nag finds a deliberate fault', () => {
  const other = wholeSite();
  new Bucket(other.stack, 'Careless');
  expect(findings(other)).toContain('AwsSolutions-S10 at Fanfare/Careless/Resource');
});

test('cdk-nag has no findings in a trial stage', () => {
  expect(findings(wholeSite(DEV))).toEqual([]);
});

test('resources with users’ data are kept when the stack is deleted', () => {
  for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::Cognito::UserPool', 'AWS::S3::Bucket']) {
    const policies = Object.values(resources<object>(site, type)).map(({ DeletionPolicy }) => DeletionPolicy);
    expect(new Set(policies), type).toEqual(new Set(['Retain']));
  }
});

test('each role’s permissions fit into its inline policy, because the deployer may create no other', () => {
  expect(resources(site, 'AWS::IAM::ManagedPolicy')).toEqual({});
});

test.each([...outlines(site)])(
  '%s has the resources of its outline, which `npm run outlines` writes',
  async (name, outline) => {
    await expect(outline).toMatchFileSnapshot(`__snapshots__/${name}.txt`);
  },
);
