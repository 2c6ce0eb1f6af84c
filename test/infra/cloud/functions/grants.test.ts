import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { tableAccess, type TableAccess } from '#infra/agreed/table-access.ts';
import { filesInBundle } from '#test/support/site/stack/module-graph.ts';
import { actionsOf, statementsOf } from '#test/support/site/stack/site-queries.ts';
import { PROJECT_ROOT, synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const names = Object.keys(lambdas) as LambdaName[];

/** Commands for which IAM evaluates no policy: they are unsigned, or authenticated by the person's own token. */
const UNGRANTED = new Set(['ForgotPassword', 'ConfirmForgotPassword', 'ChangePassword']);
const CLIENTS = {
  'client-cognito-identity-provider': 'cognito-idp',
  'client-ivs': 'ivs',
  'client-mediaconvert': 'mediaconvert',
} as const;
/** Commands that create resources with tags, for which IAM also requires TagResource. */
const TAGGED = new Set(['CreateChannel', 'CreateStreamKey', 'CreateJob']);
const ITEM_COMMANDS: Record<string, readonly string[]> = {
  BatchGet: ['BatchGetItem'],
  Delete: ['DeleteItem'],
  Get: ['GetItem'],
  Put: ['PutItem'],
  Query: ['Query'],
  TransactGet: ['GetItem'],
  TransactWrite: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
  Update: ['UpdateItem'],
};

/** Without LIST, S3 returns 403 for a missing object. */
const OBJECT_COMMANDS: Record<string, readonly string[]> = {
  AbortMultipartUpload: ['AbortMultipartUpload'],
  CompleteMultipartUpload: ['PutObject'],
  CopyObject: ['GetObject', 'PutObject'],
  CreateMultipartUpload: ['PutObject'],
  DeleteObject: ['DeleteObject'],
  DeleteObjects: ['DeleteObject'],
  GetObject: ['GetObject', 'ListBucket'],
  ListObjectsV2: ['ListBucket'],
  ListParts: ['ListMultipartUploadParts'],
  PutObject: ['PutObject'],
  UploadPart: ['PutObject'],
};

/** Signed requests without an SDK client, by service. IVS's operation is in the path. */
const SIGNED_REQUESTS: Record<string, string> = {
  appsync: 'appsync:EventPublish',
  lambda: 'lambda:InvokeFunction',
  monitoring: 'cloudwatch:GetMetricData',
  s3: 's3:GetObject',
  ses: 'ses:SendEmail',
  sqs: 'sqs:SendMessage',
};

const filesOf = (name: LambdaName): Promise<string[]> =>
  filesInBundle(join(PROJECT_ROOT, `functions/${name}.lambda.ts`));

/** Returns the actions that the commands imported by these files need. */
function needs(files: readonly string[]): string[] {
  const actions = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const imports = source.matchAll(/import \{([^}]*)\} from '@aws-sdk\/([\w-]+)'/g);
    const commands = [...imports].flatMap(([, list = '', client = '']) =>
      [...list.matchAll(/\b(\w+)Command\b/g)].flatMap(([, command = '']) => actionsFor(client, command)),
    );
    const signed = [...source.matchAll(/signedRequests\('(\w+)'/g)].flatMap(([, service = '']) => {
      if (service === 'ivs')
        return [...source.matchAll(/new URL\('\/(\w+)'/g)].map(([, operation]) => `ivs:${operation}`);
      const action =
        service === 's3' && source.includes("method: 'PUT'") ? 's3:PutObject' : SIGNED_REQUESTS[service];
      if (!action) throw new Error(`No grant is known for signed requests to ${service}`);
      return action;
    });
    return [...commands, ...signed];
  });
  return [...new Set(actions)].toSorted();
}

function actionsFor(client: string, command: string): string[] {
  if (client === 'lib-dynamodb') {
    const actions = ITEM_COMMANDS[command];
    if (!actions) throw new Error(`No grant is known for ${command} of DynamoDB`);
    return actions.map((action) => `dynamodb:${action}`);
  }
  if (client === 'client-s3') {
    const actions = OBJECT_COMMANDS[command];
    if (!actions) throw new Error(`No grant is known for ${command} of S3`);
    return actions.map((action) => `s3:${action}`);
  }
  const service = CLIENTS[client as keyof typeof CLIENTS];
  if (!service) throw new Error(`No grant is known for ${command} of ${client}`);
  if (UNGRANTED.has(command)) return [];
  return [`${service}:${command}`, ...(TAGGED.has(command) ? [`${service}:TagResource`] : [])];
}

const granted = (name: LambdaName) => actionsOf(statementsOf(site, name));
const ofServices = (actions: readonly string[]) =>
  actions.filter((action) => /^(cognito-idp|ivs|mediaconvert|s3):/.test(action));
const needed = new Map(
  await Promise.all(names.map(async (name) => [name, needs(await filesOf(name))] as const)),
);

describe('the Lambdas together', () => {
  test('may send every command that the code sends to Cognito, IVS, MediaConvert and S3, and no other', () => {
    const allNeeded = [...new Set([...needed.values()].flatMap(ofServices))].toSorted();
    expect([...new Set(names.flatMap((name) => ofServices(granted(name))))].toSorted()).toEqual(allNeeded);
    expect(allNeeded.length).toBeGreaterThan(0);
  });
});

describe.each(names)('the %s Lambda', (name) => {
  test('may access items in every way that its code does', () => {
    // Modules shared by several Lambdas import commands that some of them never send; the door refuses these in every
    // test.
    const { without = [] }: TableAccess = tableAccess[name];
    const neverSent = new Set(without.map((operation) => `dynamodb:${operation}`));
    const itemActions =
      needed.get(name)?.filter((action) => action.startsWith('dynamodb:') && !neverSent.has(action)) ?? [];
    expect(itemActions.length).toBeGreaterThan(0);
    expect(granted(name)).toEqual(expect.arrayContaining(itemActions));
  });

  test('may send nothing that its code never sends', () => {
    expect(needed.get(name)).toEqual(expect.arrayContaining(ofServices(granted(name))));
  });
});
