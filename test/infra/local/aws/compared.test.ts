/** @module-tag slow */
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ListTablesCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import { listen } from '#infra/local/system/listen.ts';
import { LOCAL_TABLE, startTable } from '#infra/local/table/table.ts';
import { PROJECT_ROOT } from '#test/support/site/stack/site.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

/** Starts an AWS that is the stand-in with one difference: another name for a failed condition. */
async function startAnother(endpoint: string): Promise<string> {
  const server = createServer((asked, response) => {
    const { method, headers } = asked;
    const forwarded = request(endpoint, { method, headers }, async (answer) => {
      const body = await text(answer);
      response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(body.replace('#ConditionalCheckFailedException', '#AnotherException'));
    });
    asked.pipe(forwarded);
  });
  const listening = await listen(server, { host: 'localhost', port: 0 });
  onTestFinished(() => listening.close());
  return listening.endpoint;
}

/** Runs a part of the table's suite as against AWS. Returns its output. */
function compare(env: Record<string, string>): Promise<string> {
  const vitest = join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs');
  const suite = ['test/infra/compliance/table/table.test.ts', '-t', 'a conditional write|the data folder'];
  const args = [vitest, 'run', '--project', 'on-aws', ...suite];
  const options = { cwd: PROJECT_ROOT, env: { PATH: process.env['PATH'], NO_COLOR: '1', ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (_failed, stdout) => resolve(stdout));
  });
}

it('a comparison with AWS lists the differences and leaves nothing behind', async () => {
  const dataDir = newFolder();
  const credentials = localCredentials(dataDir);
  const table = await startTable(dataDir, credentials);
  onTestFinished(() => table.close());
  const printed = await compare({
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: await startAnother(table.endpoint),
  });
  const [, summary = ''] = printed.split('Compared with AWS: ');
  expect(summary).toMatch(
    /^2 tests had the same result as with the stand-ins, \d+ were skipped\.\nWhat AWS does differently: 1\n.+ › a conditional write > succeeds once\n/,
  );
  expect(summary).toContain('+   "name": "AnotherException",\n');
  expect(summary).toContain('What could not be tested or removed: nothing\n');
  const client = new DynamoDBClient({ endpoint: table.endpoint, region: LOCAL_REGION, credentials });
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([LOCAL_TABLE]);
});
