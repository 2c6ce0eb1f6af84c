import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { lambdas, type LambdaDefinition, type LambdaName } from '../../../functions/lambdas.ts';
import { acknowledge } from '../nag/acknowledge.ts';

/** For all callers together; beyond, they are answered 429. The caches in front take the crowd. */
const REQUESTS_PER_SECOND = 1000;
const BURST_REQUESTS = 2000;

/** No header and no query: those may hold tokens. `lambdaRequestId` is the `request_id` that a caller was told. */
const ACCESS_LOG_FIELDS = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  lambdaRequestId: '$context.integration.requestId',
  ip: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  route: '$context.routeKey',
  path: '$context.path',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  lambdaLatencyMs: '$context.integrationLatency',
  error: '$context.integrationErrorMessage',
};

/** The Lambdas that serve routes. */
const ROUTED = ['api', 'accounts', 'publishing'] as const satisfies readonly LambdaName[];
export type RoutedLambda = (typeof ROUTED)[number];

export interface ApiProps {
  readonly handlers: Readonly<Record<RoutedLambda, IFunction>>;
}

/**
 * The HTTP API (payload format 2.0). Its routes are the features of `functions/lambdas.ts`; whatever else is asked
 * for below `/api` goes to the `api` Lambda, whose 404 has our form.
 */
export class Api extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string, { handlers }: ApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Http', { createDefaultStage: false });
    this.addRoutes(handlers);
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: REQUESTS_PER_SECOND, burstLimit: BURST_REQUESTS },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.createLog()),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
      },
    });
    acknowledge(this.api, {
      'AwsSolutions-APIG4':
        'Handlers verify tokens themselves, since most routes answer signed-out people too.',
    });
  }

  private addRoutes(handlers: ApiProps['handlers']): void {
    for (const name of ROUTED) {
      const integration = new HttpLambdaIntegration(name, handlers[name], { scopePermissionToRoute: false });
      for (const path of routedPaths(name)) {
        this.api.addRoutes({ path, methods: [HttpMethod.ANY], integration });
      }
    }
  }

  private createLog(): LogGroup {
    return new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/** The paths of a Lambda's features, each with all that is below it. */
export function routedPaths(name: RoutedLambda): string[] {
  const { features }: LambdaDefinition = lambdas[name];
  const paths = features.flatMap((feature) => [`/api/${feature}`, `/api/${feature}/{proxy+}`]);
  return name === 'api' ? [...paths, '/api/{proxy+}'] : paths;
}
