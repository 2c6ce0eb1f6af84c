import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpApi,
  type HttpMethod,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Unit } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { lambdas, type LambdaDefinition, type LambdaName } from '#functions/lambdas.ts';
import { METRIC_NAMESPACE, type MetricName, STAGE_DIMENSION } from '#functions/metrics/metrics.ts';
import { FALLBACK_STATUSES } from '#infra/agreed/edge/page-request.ts';
import { acknowledge } from './parts/acknowledge.ts';

/** The account's quota. */
const BURST_REQUESTS = 5000;

/**
 * No headers, queries or paths, because they may contain tokens. The Lambda logs its route; `lambdaRequestId` is the
 * `request_id` in the response.
 */
const accessLogFields = (site: string) => ({
  site,
  time: '$context.requestTime',
  requestId: '$context.requestId',
  lambdaRequestId: '$context.integration.requestId',
  ip: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  route: '$context.routeKey',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  lambdaLatencyMs: '$context.integrationLatency',
  error: '$context.integrationErrorMessage',
});

/** The Lambdas that serve routes. */
const ROUTED = [
  'api',
  'playlists',
  'community',
  'accounts',
  'publishing',
  'pages',
] as const satisfies readonly LambdaName[];
export type RoutedLambda = (typeof ROUTED)[number];

export interface ApiProps {
  /** The stage's name, to identify the site's logs. */
  readonly site: string;
  readonly handlers: Readonly<Record<RoutedLambda, IFunction>>;
  /** The throttle of the stage. */
  readonly requestsPerSecond: number;
}

/**
 * The HTTP API (payload format 2.0). Its routes are the features in `functions/lambdas.ts`. All other requests below
 * `/api` go to the `api` Lambda, which returns 404 in our format.
 */
export class Api extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string, { site, handlers, requestsPerSecond }: ApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Http', { createDefaultStage: false });
    const routes = this.addRoutes(handlers);
    const log = this.createLog();
    this.countInLog(log);
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: Math.max(requestsPerSecond, BURST_REQUESTS) },
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields(site))),
      },
    });
    this.throttleLiveReads(routes, Math.ceil(requestsPerSecond / 4));
    acknowledge(this.api, {
      'AwsSolutions-APIG4':
        'Handlers verify tokens themselves, since most routes answer signed-out people too.',
    });
  }

  /**
   * Reads of live broadcasts have their own throttles, because the web ACL allows many playlist requests per address: a
   * flood of them does not affect the other routes. Source: API Gateway Developer Guide, "Throttle requests to your
   * HTTP APIs".
   */
  private throttleLiveReads(routes: readonly HttpRoute[], requestsPerSecond: number): void {
    const stage = this.stage.node.defaultChild as CfnStage;
    const throttle = { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: requestsPerSecond };
    const live = routes.filter(({ path }) =>
      /^\/api\/browser-stream\/\{stream_id\}\/(live|rewind)\b/.test(path ?? ''),
    );
    stage.routeSettings = Object.fromEntries(live.map(({ path }) => [`GET ${path}`, throttle]));
    // API Gateway rejects settings of a route that does not exist.
    stage.node.addDependency(...live);
  }

  private addRoutes(handlers: ApiProps['handlers']): HttpRoute[] {
    const routes: HttpRoute[] = [];
    for (const name of ROUTED) {
      const integration = new HttpLambdaIntegration(name, handlers[name], { scopePermissionToRoute: false });
      for (const key of routeKeys(name)) {
        const [method, path] = key.split(' ') as [HttpMethod, string];
        routes.push(...this.api.addRoutes({ path, methods: [method], integration }));
      }
    }
    return routes;
  }

  /**
   * Metrics of what Lambdas do not see: throttled requests, which API Gateway's own metrics do not separate from other
   * 4xx; and responses for which the CDN takes a page's document from the bucket (`infra/agreed/edge/page-request.ts`),
   * including oEmbed's failures.
   */
  private countInLog(logGroup: LogGroup): void {
    const failed = FALLBACK_STATUSES.map((status) => `$.status = "${status}"`).join(' || ');
    const patterns = {
      ApiRefusals: '{ $.status = "429" && $.lambdaRequestId = "-" }',
      PageFallbacks: `{ $.route = "ANY /api/pages/{proxy+}" && (${failed}) }`,
    } as const satisfies Partial<Record<MetricName, string>>;
    for (const [metricName, pattern] of Object.entries(patterns))
      new MetricFilter(this, metricName, {
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        metricNamespace: METRIC_NAMESPACE,
        metricName,
        metricValue: '1',
        unit: Unit.COUNT,
        dimensions: { [STAGE_DIMENSION]: '$.site' },
      });
  }

  /**
   * API Gateway's log delivery uses an account policy with a limit of 5,120 characters; log groups with this prefix do
   * not count. Source: CloudWatch Logs User Guide, "Enable logging from AWS services".
   */
  private createLog(): LogGroup {
    return new LogGroup(this, 'AccessLog', {
      logGroupName: `/aws/vendedlogs/${Stack.of(this).stackName}/api`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/**
 * Returns the route keys of a Lambda: its features with everything below, and single routes of other features. API
 * Gateway prefers the most specific key, so a single route wins over its feature.
 */
export function routeKeys(name: RoutedLambda): string[] {
  const { features }: LambdaDefinition = lambdas[name];
  const keys = features.flatMap((feature) =>
    feature.includes(' ')
      ? [feature.replace(' ', ' /api')]
      : [`ANY /api/${feature}`, `ANY /api/${feature}/{proxy+}`],
  );
  return name === 'api' ? [...keys, 'ANY /api/{proxy+}'] : keys;
}
