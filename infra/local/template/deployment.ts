import { readFileSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import type { LambdaName } from '#functions/lambdas.ts';
import type { EventPattern } from '#infra/agreed/event-pattern.ts';
import type { BusRule } from '#infra/agreed/event-rules.ts';
import type { TableSchema } from '#infra/agreed/table-schema.ts';
import type { Template } from '#infra/agreed/template.ts';
import type { DeployedLambda, Deployment, QueueSettings } from '../deployment.ts';
import type { ApiRoute } from '../website/api.ts';
import type { BucketDefinition } from '../storage/buckets/buckets.ts';
import {
  constructOf,
  lambdaOf,
  physicalResources,
  PSEUDO_PARAMETERS,
  type OneMachine,
} from './one-machine.ts';
import { edgeBehaviors } from './distribution.ts';
import { resolverOf, TemplateError } from './resolve.ts';
import { rolesOf } from './roles.ts';
import { checkTypes, Stack, type Known } from './stack.ts';

export interface TemplateOptions {
  /** `<stack>.template.json` of an assembly, next to its assets. */
  readonly path: string;
  /** Returns the addresses of the running parts once they are known. */
  readonly here: () => OneMachine;
  /** Returns a secret by its construct: `PassKeys/Generation1`. */
  readonly secret: (construct: string) => string;
}

/** Used if a bucket's rule leaves out one of the two ages. */
const NEVER_DAYS = 100_000;

/**
 * Returns the site as a template deploys it. Throws a `TemplateError` with the path in the template for everything that
 * one machine does not support.
 */
export function templateDeployment({ path, here, secret }: TemplateOptions): Deployment {
  const template = JSON.parse(readFileSync(path, 'utf8')) as Template;
  checkTypes(template);
  const resolve = resolverOf({
    template,
    physical: physicalResources(template, here),
    pseudo: PSEUDO_PARAMETERS,
    secret: (id) => secret(constructOf(template.Resources[id]!)),
    // The stack of the web ACL, which does not exist on one machine.
    stackOutput: (stack, output) => `${stack}.${output}`,
  });
  const stack = new Stack(template, resolve);
  const invoked = new Invocations(stack);
  return {
    lambda: (name) => deployedLambda(stack, name, resolvePath(dirname(path))),
    roles: (services) => rolesOf(stack, services),
    routes: apiRoutes(stack, invoked),
    rules: busRules(stack, invoked),
    table: tableSchema(stack),
    buckets: bucketsOf(stack),
    namespaces: stack.all('AWS::AppSync::ChannelNamespace').map(({ properties }) => properties.Name),
    newsQueue: queueSettings(stack, 'News/Pages'),
    webhooksQueue: queueSettings(stack, 'Webhooks/Queue'),
    mailSet: stack.one('AWS::SES::ConfigurationSet').properties.Name,
    behaviors: () => edgeBehaviors(stack, here()),
  };
}

/** Which services may invoke which Lambda. */
class Invocations {
  readonly #names: ReadonlyMap<string, LambdaName>;
  readonly #permissions: readonly Known<'AWS::Lambda::Permission'>['properties'][];

  constructor(stack: Stack) {
    const { template, resolve } = stack;
    const lambdas = Object.entries(template.Resources).flatMap(([id, resource]) => {
      const name = resource.Type === 'AWS::Lambda::Function' ? lambdaOf(resource) : undefined;
      return name ? [[String(resolve({ 'Fn::GetAtt': [id, 'Arn'] }, id)), name] as const] : [];
    });
    this.#names = new Map(lambdas);
    this.#permissions = stack.all('AWS::Lambda::Permission').map(({ properties }) => properties);
  }

  /**
   * Returns the site's Lambda with this ARN or the ARN of its alias; `undefined` for other functions. Throws if its
   * policy does not allow this source.
   */
  lambda(arn: string, principal: string, isSource: (arn: string) => boolean): LambdaName | undefined {
    const name = this.#names.get(arn) ?? this.#names.get(arn.replace(/:\w+$/, ''));
    const isAllowed = this.#permissions.some(
      (one) => one.FunctionName === arn && one.Principal === principal && isSource(one.SourceArn),
    );
    if (name && !isAllowed) throw new TemplateError(`${principal} may not invoke ${name}`, 'Resources');
    return name;
  }
}

function deployedLambda(stack: Stack, name: LambdaName, assembly: string): DeployedLambda {
  const [found] = stack.all('AWS::Lambda::Function', (resource) => lambdaOf(resource) === name);
  if (!found) throw new TemplateError(`Unknown Lambda ${name}`, 'Resources');
  const { Code, Environment, MemorySize, ReservedConcurrentExecutions, Timeout } = found.properties;
  const asset = Code.S3Key.replace(/\.zip$/, '');
  return {
    entry: join(assembly, `asset.${asset}`, 'index.mjs'),
    timeoutMs: Timeout * 1000,
    memoryMb: MemorySize,
    ...(ReservedConcurrentExecutions !== undefined && { atOnce: ReservedConcurrentExecutions }),
    environment: Environment.Variables,
  };
}

function apiRoutes(stack: Stack, invoked: Invocations): ApiRoute[] {
  const integrations = new Map(
    stack.all('AWS::ApiGatewayV2::Integration').map(({ id, properties }) => [id, properties]),
  );
  return stack.all('AWS::ApiGatewayV2::Route').map(({ id, properties: { Target, RouteKey, ApiId } }) => {
    const integration = integrations.get(Target.replace('integrations/', ''));
    const lambda =
      integration &&
      invoked.lambda(integration.IntegrationUri, 'apigateway.amazonaws.com', (arn) =>
        arn.includes(`:${ApiId}/`),
      );
    if (!lambda) throw new TemplateError(`${RouteKey} has no Lambda`, `Resources.${id}`);
    return { key: RouteKey, lambda };
  });
}

function busRules(stack: Stack, invoked: Invocations): BusRule[] {
  return stack.all('AWS::Events::Rule').flatMap(({ id, resource, properties }) => {
    const { EventPattern: pattern, ScheduleExpression: schedule, Targets } = properties;
    const arn = String(stack.resolve({ 'Fn::GetAtt': [id, 'Arn'] }, id));
    return Targets.flatMap(({ Arn }): BusRule[] => {
      const lambda = invoked.lambda(Arn, 'events.amazonaws.com', (source) => source === arn);
      // The probe only visits a site on AWS.
      if (!lambda) return [];
      if (schedule !== undefined && schedule !== 'rate(1 minute)')
        throw new TemplateError(`One machine does not support the schedule ${schedule}`, `Resources.${id}`);
      return [
        {
          name: constructOf(resource),
          ...(pattern && { pattern: pattern as unknown as EventPattern }),
          lambda,
        },
      ];
    });
  });
}

function tableSchema(stack: Stack): TableSchema {
  const { properties } = stack.one('AWS::DynamoDB::GlobalTable');
  return {
    ...keysOf(properties.KeySchema),
    timeToLive: properties.TimeToLiveSpecification.AttributeName,
    indexes: properties.GlobalSecondaryIndexes.map(({ IndexName: name, KeySchema }) => ({
      name,
      ...keysOf(KeySchema),
    })),
  };
}

function keysOf(schema: readonly { readonly AttributeName: string; readonly KeyType: string }[]) {
  const named = (type: string) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? '';
  return { partitionKey: named('HASH'), sortKey: named('RANGE') };
}

function bucketsOf(stack: Stack): BucketDefinition[] {
  return stack.all('AWS::S3::Bucket').map(({ id, properties }) => {
    const { CorsConfiguration, LifecycleConfiguration, NotificationConfiguration } = properties;
    const rules = LifecycleConfiguration?.Rules ?? [];
    return {
      name: String(stack.resolve({ Ref: id }, id)),
      raisesEvents: NotificationConfiguration?.EventBridgeConfiguration.EventBridgeEnabled ?? false,
      cors: (CorsConfiguration?.CorsRules ?? []).map((cors) => ({
        allowedOrigins: cors.AllowedOrigins,
        allowedMethods: cors.AllowedMethods,
        ...(cors.AllowedHeaders && { allowedHeaders: cors.AllowedHeaders }),
        ...(cors.ExposedHeaders && { exposedHeaders: cors.ExposedHeaders }),
        ...(cors.MaxAge !== undefined && { maxAgeSeconds: cors.MaxAge }),
      })),
      ...(rules.length > 0 && {
        lifecycle: {
          expireAfterDays: rules.find((rule) => rule.ExpirationInDays)?.ExpirationInDays ?? NEVER_DAYS,
          abortIncompleteAfterDays:
            rules.find((rule) => rule.AbortIncompleteMultipartUpload)?.AbortIncompleteMultipartUpload
              ?.DaysAfterInitiation ?? NEVER_DAYS,
        },
      }),
    };
  });
}

function queueSettings(stack: Stack, place: string): QueueSettings {
  const [queue] = stack.all('AWS::SQS::Queue', (resource) => constructOf(resource) === place);
  const arn = queue && String(stack.resolve({ 'Fn::GetAtt': [queue.id, 'Arn'] }, queue.id));
  const source = stack
    .all('AWS::Lambda::EventSourceMapping')
    .find(({ properties }) => properties.EventSourceArn === arn);
  const { RedrivePolicy, VisibilityTimeout } = queue?.properties ?? {};
  const atOnce = source?.properties.ScalingConfig?.MaximumConcurrency;
  if (!RedrivePolicy || VisibilityTimeout === undefined || atOnce === undefined)
    throw new TemplateError(`The queue ${place} has no redrive, time or source`, 'Resources');
  return { maxTries: RedrivePolicy.maxReceiveCount, hiddenMs: VisibilityTimeout * 1000, atOnce };
}
