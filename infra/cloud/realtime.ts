import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnApiKey, CfnChannelNamespace } from 'aws-cdk-lib/aws-appsync';
import { PolicyStatement, Role, type IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { REALTIME_NAMESPACES } from '../agreed/realtime-namespaces.ts';
import { ownServicePrincipal } from './own-service-principal.ts';

/** AppSync's longest life of a key is 365 days from the call that sets it. */
const KEY_LIFE_DAYS = 364;

const BY_KEY = [{ authType: 'API_KEY' }];
const BY_ROLE = [{ authType: 'AWS_IAM' }];

export interface RealtimeProps {
  /** When the stack is made; the key lives for about a year from then. @default now */
  readonly madeAt?: Date | undefined;
}

/**
 * The AppSync Event API that brings chat messages to open pages. Everybody may listen, by a key that every page is
 * given; only whom {@link grantPublishing} names may publish.
 */
export class Realtime extends Construct {
  readonly api: CfnApi;
  readonly apiKey: string;
  /** Where events are published, and what pages point Amplify at. */
  readonly url: string;
  /** The host of the pages' sockets, for the content security policy. */
  readonly socketOrigin: string;
  readonly #namespaceArns: readonly string[];

  constructor(scope: Construct, id: string, { madeAt = new Date() }: RealtimeProps = {}) {
    super(scope, id);
    const logRole = new Role(this, 'LogRole', {
      assumedBy: ownServicePrincipal(this, 'appsync.amazonaws.com'),
    });
    this.api = this.createApi(logRole);
    this.createLog(logRole);
    this.#namespaceArns = REALTIME_NAMESPACES.map((name) => this.createNamespace(name));
    const key = new CfnApiKey(this, 'Key', {
      apiId: this.api.attrApiId,
      description: 'Lets pages listen',
      expires: apiKeyExpiry(madeAt),
    });
    this.apiKey = key.attrApiKey;
    this.url = `https://${this.api.attrDnsHttp}/event`;
    this.socketOrigin = `wss://${this.api.attrDnsRealtime}`;
  }

  /** Lets a role publish on the channels of our namespaces. */
  grantPublishing(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['appsync:EventPublish'], resources: [...this.#namespaceArns] }),
    );
  }

  private createApi(logRole: Role): CfnApi {
    return new CfnApi(this, 'Api', {
      name: Stack.of(this).stackName,
      eventConfig: {
        authProviders: [...BY_KEY, ...BY_ROLE],
        connectionAuthModes: BY_KEY,
        defaultSubscribeAuthModes: BY_KEY,
        defaultPublishAuthModes: BY_ROLE,
        // Failures alone: what is published here is logged nowhere.
        logConfig: { logLevel: 'ERROR', cloudWatchLogsRoleArn: logRole.roleArn },
      },
    });
  }

  private createNamespace(name: string): string {
    const namespace = new CfnChannelNamespace(this, `Namespace-${name}`, {
      apiId: this.api.attrApiId,
      name,
      subscribeAuthModes: BY_KEY,
      publishAuthModes: BY_ROLE,
    });
    return namespace.attrChannelNamespaceArn;
  }

  /** AppSync chooses the log group's name; made here, it does not keep everything for ever. */
  private createLog(role: Role): void {
    const log = new LogGroup(this, 'Log', {
      logGroupName: `/aws/appsync/apis/${this.api.attrApiId}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    log.grantWrite(role);
  }
}

/**
 * When the key of a stack made at this time expires, in seconds since 1970: some eleven to twelve months ahead, and
 * the same for every deployment of one month, so that only the first of them touches the key.
 */
export function apiKeyExpiry(madeAt: Date): number {
  const startOfMonth = Date.UTC(madeAt.getUTCFullYear(), madeAt.getUTCMonth());
  return startOfMonth / 1000 + KEY_LIFE_DAYS * 24 * 60 * 60;
}
