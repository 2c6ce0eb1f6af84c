/**
 * The Lambdas' baseline: a minimal handler of one request with DynamoDB. Hono, the SDK's document client, one GetItem;
 * no contract, no rules, no log, no authentication.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const app = new Hono();

app.get('/api/channels/:id', async (c) => {
  const Key = { pk: `CHANNEL#${c.req.param('id')}`, sk: 'CHANNEL' };
  const { Item } = await client.send(new GetCommand({ TableName: process.env['TABLE_NAME'], Key }));
  return c.json(Item ?? null);
});

export const handler = handle(app);
