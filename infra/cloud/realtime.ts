import { Lazy, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnChannelNamespace } from 'aws-cdk-lib/aws-appsync';
import { PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { REALTIME_NAMESPACES } from '#infra/agreed/realtime-namespaces.ts';

const BY_PASS = [{ authType: 'AWS_LAMBDA' }];
const BY_ROLE = [{ authType: 'AWS_IAM' }];

/**
 * The AppSync Event API that publishes events to open pages. The handler of {@link authorizeBy} authorises
 * subscriptions; only roles of {@link grantPublishing} may publish.
 */
export class Realtime extends Construct {
  readonly api: CfnApi;
  /** The URL to which events are published, and from which pages derive their socket. */
  readonly url: string;
  /** The host of the WebSockets, for the content security policy. */
  readonly socketOrigin: string;
  readonly #namespaceArns: readonly string[];
  #authorizer: IFunction | undefined;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // AppSync's guides have no condition in this trust policy, and it may send no account. A role cannot be passed from
    // another account anyway.
    const logRole = new Role(this, 'LogRole', { assumedBy: new ServicePrincipal('appsync.amazonaws.com') });
    this.api = this.createApi(logRole);
    this.createLog(logRole);
    this.#namespaceArns = REALTIME_NAMESPACES.map((name) => this.createNamespace(name));
    this.url = `https://${this.api.attrDnsHttp}/event`;
    this.socketOrigin = `wss://${this.api.attrDnsRealtime}`;
  }

  /** Uses a handler to authorise connections and subscriptions: `functions/realtime.lambda.ts`. */
  authorizeBy(handler: IFunction): void {
    this.#authorizer = handler;
    handler.addPermission('Realtime', {
      principal: new ServicePrincipal('appsync.amazonaws.com'),
      sourceArn: this.api.attrApiArn,
    });
  }

  /** Lets a role publish on the channels of our namespaces. */
  grantPublishing(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['appsync:EventPublish'], resources: [...this.#namespaceArns] }),
    );
  }

  private createApi(logRole: Role): CfnApi {
    const authorizerUri = Lazy.string({ produce: () => this.#authorizer?.functionArn });
    return new CfnApi(this, 'Api', {
      name: Stack.of(this).stackName,
      eventConfig: {
        authProviders: [
          // Results are cached by token only, so one channel's result would apply to all others.
          {
            authType: 'AWS_LAMBDA',
            lambdaAuthorizerConfig: { authorizerUri, authorizerResultTtlInSeconds: 0 },
          },
          ...BY_ROLE,
        ],
        connectionAuthModes: BY_PASS,
        defaultSubscribeAuthModes: BY_PASS,
        defaultPublishAuthModes: BY_ROLE,
        // Only errors: published events must not be logged.
        logConfig: { logLevel: 'ERROR', cloudWatchLogsRoleArn: logRole.roleArn },
      },
    });
  }

  private createNamespace(name: string): string {
    const namespace = new CfnChannelNamespace(this, `Namespace-${name}`, {
      apiId: this.api.attrApiId,
      name,
      subscribeAuthModes: BY_PASS,
      publishAuthModes: BY_ROLE,
    });
    return namespace.attrChannelNamespaceArn;
  }

  /** AppSync chooses the log group's name. Creating it here sets its retention. */
  private createLog(role: Role): void {
    const log = new LogGroup(this, 'Log', {
      logGroupName: `/aws/appsync/apis/${this.api.attrApiId}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    log.grantWrite(role);
  }
}
