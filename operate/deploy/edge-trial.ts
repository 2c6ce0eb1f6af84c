/** Tests new code of the edge functions in CloudFront, before a distribution uses it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  edgeEvent,
  inNode,
  type EdgeEvent,
  type EdgeRequest,
  type EdgeResponse,
} from '#infra/agreed/edge/edge-event.ts';
import { aws, awsIfThere } from '../aws-cli.ts';
import type { Print } from './account/check-account.ts';
import type { SynthesisedFunction, SynthesisedSite } from './synthesised-site.ts';

/**
 * CloudFront stops a function at 100, and the utilization differs between runs. Source: Developer Guide, "Compute
 * utilization".
 */
const MAX_UTILIZATION = 80;
const WARN_UTILIZATION = 50;

const GERMAN = { 'accept-language': { value: 'de-AT,de;q=0.9,en;q=0.5' } };
const TOKEN = { authorization: { value: 'Bearer x' } };
const LARGE = { 'content-length': { value: '600000000' } };

/** Each function gets the events of its kind, including requests that other functions handle. */
const EVENTS = [
  edgeEvent({ request: { uri: '/channel/ada', headers: GERMAN } }),
  edgeEvent({ request: { uri: '/nowhere', cookies: { language: { value: 'ja' } } } }),
  edgeEvent({ request: { uri: '/sitemap/2026-11-20.xml', headers: TOKEN } }),
  edgeEvent({ request: { method: 'POST', uri: '/api/videos/upload', headers: LARGE } }),
  edgeEvent({
    request: { uri: '/media/videos/01JZ0000000000000000000001/01JZ0000000000000000000002/1.m4s' },
  }),
  edgeEvent({ request: { uri: '/nowhere' }, response: {} }),
  edgeEvent({ request: { uri: '/browse' }, response: {} }),
];

/** Used if the store is unavailable: nothing is denied. */
const EMPTY_STORE = { kvs: () => ({ exists: () => Promise.resolve(false) }) };
const IMPORT = "import cf from 'cloudfront';";
const WITHOUT_STORE = 'const cf = { kvs: () => ({ exists: () => Promise.resolve(false) }) };';

interface Stored {
  readonly ETag: string;
}

interface Tested {
  readonly TestResult: {
    readonly ComputeUtilization?: string;
    readonly FunctionErrorMessage?: string;
    readonly FunctionOutput?: string;
  };
}

/**
 * Runs each synthesised function with events under a temporary name, and deletes it. Returns false if CloudFront cannot
 * run one, if its result differs from Node's, or if it uses too much of its time. Does not change the site.
 */
export async function tryEdgeFunctions(site: SynthesisedSite, say: Print): Promise<boolean> {
  if (site.edgeFunctions.length === 0) return true;
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-edge-'));
  try {
    const storeArn = await storeOf(site);
    const trials = site.edgeFunctions.map((one) => tryFunction(one, site.stackName, storeArn, folder));
    const lines = (await Promise.all(trials)).flat();
    lines.forEach(({ level, text }) => say(`${`${level}:`.padEnd(8)} ${text}`));
    return lines.every(({ level }) => level !== 'error');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The site's store. `undefined` before its first deployment, or if the CLI does not support stores, as Debian's of
 * 2023. It is only read.
 */
async function storeOf({ stackName, region }: SynthesisedSite): Promise<string | undefined> {
  const name = `${stackName}-${region}-DeniedMedia`;
  const found = aws<{ readonly KeyValueStore: { readonly ARN: string } }>(
    'cloudfront',
    'describe-key-value-store',
    '--name',
    name,
  );
  return (await found.catch(() => undefined))?.KeyValueStore.ARN;
}

interface Line {
  readonly level: 'ok' | 'warning' | 'error';
  readonly text: string;
}

async function tryFunction(
  one: SynthesisedFunction,
  stackName: string,
  storeArn: string | undefined,
  folder: string,
): Promise<Line[]> {
  const name = `${stackName}-trial-${one.id}`;
  const call = <T>(verb: string, ...args: readonly string[]) =>
    aws<T>('cloudfront', verb, '--name', name, ...args);
  const remove = async () => {
    const left = await awsIfThere<Stored>('cloudfront', 'describe-function', '--name', name);
    if (left) await call('delete-function', '--if-match', left.ETag);
  };
  const isStored = one.usesStore && storeArn !== undefined;
  const code = join(folder, one.id);
  await writeFile(code, isStored ? one.code : one.code.replace(IMPORT, WITHOUT_STORE));
  const config = {
    Comment: 'Is tried before a deployment',
    Runtime: one.runtime,
    ...(isStored && { KeyValueStoreAssociations: { Quantity: 1, Items: [{ KeyValueStoreARN: storeArn }] } }),
  };
  try {
    // It may remain from an interrupted deployment.
    await remove();
    const given = ['--function-config', JSON.stringify(config), '--function-code', `fileb://${code}`];
    const made = await call<Stored>('create-function', ...given);
    const lines: Line[] = [];
    let most = 0;
    for (const [index, event] of EVENTS.entries()) {
      if (event.context.eventType !== one.eventType) continue;
      const file = `${code}-${index}.json`;
      await writeFile(file, JSON.stringify(event));
      const version = ['--if-match', made?.ETag ?? '', '--stage', 'DEVELOPMENT'];
      const test = () => call<Tested>('test-function', ...version, '--event-object', `fileb://${file}`);
      const tested = await test();
      const failure = await failureOf(one.code, event, tested);
      if (failure) lines.push({ level: 'error', text: `${one.id}, ${event.request.uri}: ${failure}` });
      const used = utilizationOf(tested);
      // A first run may be slow.
      most = Math.max(most, used < WARN_UTILIZATION ? used : Math.min(used, utilizationOf(await test())));
    }
    const level = most >= MAX_UTILIZATION ? 'error' : most >= WARN_UTILIZATION ? 'warning' : 'ok';
    return [...lines, { level, text: `${one.id} uses ${most} % of its time limit at the edge.` }];
  } catch (reason) {
    const text = `${one.id} could not be tested: ${String((reason as Error).message)
      .split('\n')
      .at(-1)}`;
    return [{ level: text.includes('AccessDenied') ? 'warning' : 'error', text }];
  } finally {
    await remove().catch(() => undefined);
  }
}

const utilizationOf = (tested: Tested | undefined): number =>
  Number(tested?.TestResult.ComputeUtilization ?? 0);

/** Returns how the result differs from the function's result in Node, which tests cover. */
async function failureOf(
  code: string,
  event: EdgeEvent,
  tested: Tested | undefined,
): Promise<string | undefined> {
  const { FunctionErrorMessage: message, FunctionOutput = '{}' } = tested?.TestResult ?? {};
  if (message) return message;
  const output = JSON.parse(FunctionOutput) as Partial<Record<'request' | 'response', unknown>>;
  const expected = partsOf(await inNode(code)(structuredClone(event), EMPTY_STORE));
  const found = partsOf(output.request ?? output.response ?? {});
  return isWithin(expected, found)
    ? undefined
    : `answers ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`;
}

/** The parts of a result that determine how CloudFront continues. */
const partsOf = (answer: unknown): Parts => {
  const { uri, statusCode, headers } = answer as Partial<EdgeRequest & EdgeResponse>;
  return { uri, statusCode, headers };
};

interface Parts {
  readonly uri: string | undefined;
  readonly statusCode: number | undefined;
  readonly headers: EdgeRequest['headers'] | undefined;
}

/** CloudFront may add headers. */
const isWithin = (expected: Parts, found: Parts): boolean =>
  expected.uri === found.uri &&
  expected.statusCode === found.statusCode &&
  Object.entries(expected.headers ?? {}).every(([name, { value }]) => found.headers?.[name]?.value === value);
