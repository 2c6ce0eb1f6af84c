import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '#functions/http/app.ts';
import type { Env } from '#functions/http/context.ts';
import { logFailure, logStep, measure } from '#functions/log/log.ts';
import { METRICS, type Measured } from '#functions/metrics/metrics.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { PROJECT_ROOT, synthesizeSite } from '#test/support/site/stack/site.ts';

/** CloudWatch Logs Insights queries that operators copy. */
const runbook = readFileSync(join(PROJECT_ROOT, 'docs/runbook.md'), 'utf8');
const queries = [...runbook.matchAll(/`(filter [^`]+)`/g)].map(([, query = '']) => query);

/** Keywords of the query language. */
const WORDS = /^(?:filter|stats|by|like|and|or|count|max|min|avg|sort|desc|asc|limit|bin)$/;

/** Returns the fields of a query: words that are not quoted, a pattern, a number or a keyword. */
function fieldsOf(query: string): string[] {
  const bare = query.replaceAll(/"[^"]*"|\/[^/]+\/|\b\d+[a-z]?\b/g, ' ');
  return [...bare.matchAll(/@?[a-z_][\w.]*/gi)].map(([name]) => name).filter((name) => !WORDS.test(name));
}

afterEach(() => void vi.restoreAllMocks());

/** Returns a handler's log lines for requests that succeed and fail, and for steps and their failures. */
async function realLines(): Promise<Record<string, unknown>[]> {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const feature = new Hono<Env>();
  feature.get('/broken', (c) => {
    c.set('callerId', 'id');
    const playback = { kind: 'decode', watched: 'live', engine: 'native' };
    c.set('notes', { account: 'id', guess: 'stranger', playback });
    throw new Error('broken', { cause: new Error('deeper') });
  });
  await createApp(() => Promise.reject(new Error()), [feature]).request(
    '/api/broken',
    {},
    { sourceIp: '192.0.2.9' },
  );
  logStep('step');
  logFailure('step', new Error('broken'));
  for (const name of Object.keys(METRICS)) measure({ name, value: 1 } as Measured);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  write.mockRestore();
  return lines;
}

const flatten = (line: Readonly<Record<string, unknown>>, prefix = ''): string[] =>
  Object.entries(line).flatMap(([name, value]) =>
    value && typeof value === 'object'
      ? flatten(value as Record<string, unknown>, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );

test('the runbook contains queries', () => {
  expect(queries.length).toBeGreaterThan(10);
});

test.each(queries)('%s queries existing log fields', async (query) => {
  const [stage] = Object.values(
    resources<{ AccessLogSettings: { Format: string } }>(synthesizeSite(), 'AWS::ApiGatewayV2::Stage'),
  );
  const ofAccessLog = Object.keys(JSON.parse(stage?.Properties.AccessLogSettings.Format ?? '{}') as object);
  // Fields that CloudWatch adds to each line of a Lambda.
  const ofLambda = ['@message', '@type', '@duration', '@maxMemoryUsed', '@timestamp'];
  const known = new Set([
    ...ofAccessLog,
    ...ofLambda,
    ...(await realLines()).flatMap((line) => flatten(line)),
  ]);
  expect(fieldsOf(query).filter((field) => !known.has(field))).toEqual([]);
});

test('the runbook searches for existing log steps', () => {
  const asked = queries.flatMap((query) => [...query.matchAll(/step = "([^"]+)"/g)].map(([, step]) => step!));
  const sources = readdirSync(join(PROJECT_ROOT, 'functions'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(PROJECT_ROOT, 'functions', name), 'utf8'))
    .join('\n');
  expect(asked.filter((step) => !sources.includes(`'${step}'`))).toEqual([]);
});
