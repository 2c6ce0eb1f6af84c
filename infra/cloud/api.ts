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

/** Of what the account has: its quota is 5,000. */
const BURST_REQUESTS = 5000;

/**
 * No header, query or path: those may hold tokens. The Lambda logs its route; `lambdaRequestId` is the `request_id` in the
 * caller's answer.
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
  /** The stage's name: of which site the log is. */
  readonly site: string;
  readonly handlers: Readonly<Record<RoutedLambda, IFunction>>;
  /** The throttle of the stage. */
  readonly requestsPerSecond: number;
}

/**
 * The HTTP API (payload format 2.0). Its routes are the features of `functions/lambdas.ts`; whatever else is asked
 * for below `/api` goes to the `api` Lambda, whose 404 has our form.
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
   * Reads of live broadcasts have throttles of their own, because the web ACL lets an address ask for many playlists: a flood of
   * them leaves the other routes theirs. Source: API Gateway Developer Guide, "Throttle requests to your HTTP APIs".
   */
  private throttleLiveReads(routes: readonly HttpRoute[], requestsPerSecond: number): void {
    const stage = this.stage.node.defaultChild as CfnStage;
    const throttle = { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: requestsPerSecond };
    const live = routes.filter(({ path }) =>
      /^\/api\/browser-stream\/\{stream_id\}\/(live|rewind)\b/.test(path ?? ''),
    );
    stage.routeSettings = Object.fromEntries(live.map(({ path }) => [`GET ${path}`, throttle]));
    // API Gateway refuses settings of a route that is not there.
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
   * What no Lambda sees: refusals of the throttle, which API Gateway's own metrics do not separate from other 4xx; and answers
   * for which the CDN takes a page's document from the bucket (`infra/agreed/edge/page-request.ts`), oEmbed's failures among them.
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
   * API Gateway has logs delivered by a policy of the account, which takes 5,120 characters; groups of this prefix take none.
   * Source: CloudWatch Logs User Guide, "Enable logging from AWS services".
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
 * What a Lambda serves: its features, each with all that is below, and single routes of other features. API Gateway
 * prefers the key that fits best, so a single route goes before the feature that it belongs to.
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
