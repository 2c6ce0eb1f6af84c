import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import { lambdas } from '#functions/lambdas.ts';
import { CACHED_PATHS, UNCACHED_ERRORS } from '#infra/agreed/cache-rules.ts';
import { busRules } from '#infra/agreed/event-rules.ts';
import { PAGES_AT_ONCE, PAGE_HIDDEN_S, MAX_TRIES } from '#infra/agreed/news-queue.ts';
import { REALTIME_NAMESPACES } from '#infra/agreed/realtime-namespaces.ts';
import { framingOf, securityHeaders } from '#infra/agreed/security-headers.ts';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { UPLOADS_CORS, UPLOADS_LIFECYCLE } from '#infra/agreed/uploads-bucket.ts';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';
import { INTEGRATION_TIMEOUT_MS, lambdaFor, routed } from '#infra/local/website/api.ts';
import { codeBehaviorOf } from '#test/support/stand-ins/edge.ts';
import { deploymentOf, type Resources } from '#test/support/site/stack/local-deployment.ts';

const SOURCES = { connect: [], media: [] };

/** Changes the first resource of a type; of functions the first of the site's Lambdas. */
const changed =
  (type: string, change: (properties: Record<string, unknown>) => object) =>
  (resources: Resources): Resources => {
    const isChosen = ([id, { Type }]: [string, Resources[string]]) =>
      Type === type && (type !== 'AWS::Lambda::Function' || id.startsWith('Functions'));
    const [id, resource] = Object.entries(resources).find(isChosen)!;
    return { ...resources, [id]: { ...resource, Properties: { ...change({ ...resource.Properties }) } } };
  };

describe('the deployment of a template equals that of the code in', () => {
  const deployment = deploymentOf();

  it('the keys and indexes of the table', () => {
    expect(deployment.table).toEqual(tableSchema);
  });

  it('the rules of the bus', () => {
    const facts = {
      ...LOCAL_QUEUES,
      uploadsBucket: 'fanfare-uploads',
      recordingsBucket: 'fanfare-recordings',
      mailConfigurationSet: 'Fanfare',
    };
    const patterns = (rules: typeof deployment.rules) =>
      rules.map(({ pattern, lambda }) => ({ pattern, lambda }));
    const sorted = (rules: ReturnType<typeof patterns>) =>
      rules.map((rule) => JSON.stringify(rule)).toSorted();
    expect(sorted(patterns(deployment.rules))).toEqual(sorted(patterns(busRules(facts))));
  });

  it('a Lambda for each route of the API', () => {
    const route = routed(deployment.routes);
    for (const name of Object.keys(contract)) {
      const [method = '', path = ''] = name.split(' ');
      const asked = `/api${path.replaceAll(/\{\w+\}/g, '01KA')}`;
      expect(route(method, asked), name).toBe(lambdaFor(method, asked));
    }
    expect(route('GET', '/other')).toBeUndefined();
  });

  it('Lambdas that time out before API Gateway', () => {
    for (const { lambda } of deployment.routes)
      expect(deployment.lambda(lambda).timeoutMs, lambda).toBeLessThan(INTEGRATION_TIMEOUT_MS);
  });

  it('an environment with all variables of each Lambda', () => {
    for (const [name, { environment }] of Object.entries(lambdas)) {
      const deployed = deployment.lambda(name as keyof typeof lambdas);
      expect(Object.keys(deployed.environment).toSorted(), name).toEqual([...environment].toSorted());
    }
  });

  it('buckets, namespaces and the queue of news', () => {
    const uploads = deployment.buckets.find(({ name }) => name === 'fanfare-uploads');
    expect(uploads).toEqual({
      name: 'fanfare-uploads',
      raisesEvents: true,
      cors: [UPLOADS_CORS],
      lifecycle: UPLOADS_LIFECYCLE,
    });
    expect(deployment.namespaces.toSorted()).toEqual([...REALTIME_NAMESPACES].toSorted());
    const hiddenMs = PAGE_HIDDEN_S * 1000;
    expect(deployment.mailSet).toBe('Fanfare');
    expect(deployment.newsQueue).toEqual({ maxTries: MAX_TRIES, hiddenMs, atOnce: PAGES_AT_ONCE });
  });

  it.each([...CACHED_PATHS.map(([pattern]) => pattern), '/anything'])('the behaviour of %s', (pattern) => {
    const path = pattern.replaceAll('*', 'x');
    const { rule: expected, allowsChanges } = codeBehaviorOf(path);
    const behavior = deployment.behaviors().find(({ isFor }) => isFor(path))!;
    const { errorS, ...rule } = behavior.rule;
    expect({ ...rule, query: rule.query.toSorted() }).toEqual({
      ...expected,
      query: expected.query.toSorted(),
    });
    expect(behavior.allowsChanges).toBe(allowsChanges);
    expect(errorS).toEqual(Object.fromEntries(UNCACHED_ERRORS.map((status) => [status, 0])));
    const { 'content-security-policy': _, ...headers } = securityHeaders(SOURCES, framingOf(path));
    expect(behavior.headers).toMatchObject(headers);
  });
});

describe('refuses what one machine does not support:', () => {
  it.each([
    [
      'a property of a Lambda',
      changed('AWS::Lambda::Function', (properties) => ({ ...properties, SnapStart: {} })),
      'One machine has no SnapStart at Resources.Functionsapi',
    ],
    [
      'a runtime',
      changed('AWS::Lambda::Function', (properties) => ({ ...properties, Runtime: 'nodejs22.x' })),
      'Properties.Runtime',
    ],
    [
      'a resource type',
      (resources: Resources) => ({ ...resources, Cache: { Type: 'AWS::DAX::Cluster' } }),
      'One machine has no AWS::DAX::Cluster at Resources.Cache',
    ],
    [
      'a rule that may not invoke its Lambda',
      (resources: Resources) =>
        Object.fromEntries(
          Object.entries(resources).filter(
            ([, { Type, Properties }]) =>
              Type !== 'AWS::Lambda::Permission' || Properties?.['Principal'] !== 'events.amazonaws.com',
          ),
        ),
      'events.amazonaws.com may not invoke',
    ],
    [
      'a bucket that anybody may read',
      changed('AWS::S3::Bucket', (properties) => ({ ...properties, PublicAccessBlockConfiguration: {} })),
      'PublicAccessBlockConfiguration',
    ],
  ])('%s', (_, change, message) => {
    expect(() => {
      const deployment = deploymentOf(change);
      for (const name of Object.keys(lambdas)) deployment.lambda(name as keyof typeof lambdas);
    }).toThrow(message);
  });
});
