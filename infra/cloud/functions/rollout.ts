import { Stack } from 'aws-cdk-lib';
import { Alarm, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LambdaName } from '#functions/lambdas.ts';
import { METRIC_NAMESPACE } from '#functions/metrics/metrics.ts';
import { failsOften, MINUTE } from '../parts/failed-percent.ts';
import { acknowledge } from '../parts/acknowledge.ts';
import type { HandlerFunction } from './handler-function.ts';

/** Lambdas that people wait for. The others retry failures. */
const WAITED_FOR = [
  'api',
  'playlists',
  'community',
  'accounts',
  'publishing',
  'pages',
  'realtime',
] as const satisfies readonly LambdaName[];
export const isWaitedFor = (name: string): name is WaitedFor =>
  (WAITED_FOR as readonly string[]).includes(name);
type WaitedFor = (typeof WAITED_FOR)[number];

/** The only one of these whose responses have no status: AppSync's authoriser. */
const WITHOUT_STATUS: WaitedFor = 'realtime';

export interface RolloutProps {
  readonly functions: Readonly<Record<WaitedFor, HandlerFunction>>;
  /** Whether a new version first gets a tenth of the calls for five minutes. */
  readonly isGradual: boolean;
}

/**
 * Shifts traffic to new versions of handlers: at once, or with CodeDeploy, which rolls back by itself if the new
 * versions fail. The deployment then fails too, and CloudFormation rolls back its other changes.
 *
 * Previous versions are not monitored: CodeDeploy stops a deployment if an alarm is already ringing, and a fix must be
 * deployable while they fail. For the same reason each version's alarms have their own names: CloudWatch keeps an
 * alarm's state when its metric changes, and a new alarm has none.
 */
export class Rollout extends Construct {
  /** The functions that API Gateway and AppSync call. */
  readonly live: Readonly<Record<WaitedFor, IFunction>>;
  readonly #aliases: readonly (readonly [WaitedFor, Alias])[];
  readonly #functions: RolloutProps['functions'];

  constructor(scope: Construct, id: string, { functions, isGradual }: RolloutProps) {
    super(scope, id);
    this.#functions = functions;
    this.#aliases = isGradual
      ? WAITED_FOR.map((name) => {
          // CDK's `Version` does not implement `IVersion` with exactOptionalPropertyTypes.
          const version = functions[name].currentVersion as IVersion;
          return [name, new Alias(this, `${name}-live`, { aliasName: 'live', version })] as const;
        })
      : [];
    this.live = { ...functions, ...Object.fromEntries(this.#aliases) };
  }

  /** Makes CodeDeploy monitor the new versions: failed calls, and 5xx responses, which handlers log. */
  watch(): void {
    if (this.#aliases.length === 0) return;
    const application = new LambdaApplication(this, 'Application');
    for (const [name, alias] of this.#aliases) {
      const alarms = [this.alarm(`${name}-errors`, alias, ofVersion(alias, 'Errors'))];
      if (name !== WITHOUT_STATUS)
        alarms.push(this.alarm(`${name}-answers`, alias, this.answersOf(name, alias)));
      const group = new LambdaDeploymentGroup(this, `${name}-group`, {
        application,
        alias,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms,
      });
      acknowledge(group, {
        'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
          'AWS’s own policy for this purpose: CodeDeploy moves the aliases of Lambdas and reads alarms.',
      });
    }
  }

  /** From the log by version: API Gateway's metrics do not contain the version. */
  private answersOf(name: WaitedFor, alias: Alias): Metric {
    const filter = new MetricFilter(this, `${name}-failed-answers`, {
      logGroup: this.#functions[name].logGroup,
      filterPattern: FilterPattern.literal('{ $.status >= 500 && $.version = "*" }'),
      metricNamespace: `${METRIC_NAMESPACE}/Rollouts`,
      metricName: `${Stack.of(this).stackName}-${name}`,
      metricValue: '1',
      dimensions: { Version: '$.version' },
    });
    const dimensionsMap = { Version: alias.version.version };
    return filter.metric({ dimensionsMap, statistic: 'Sum', period: MINUTE });
  }

  /** Has no action: failures after the rollout have their own alarm. */
  private alarm(id: string, alias: Alias, failures: IMetric): Alarm {
    return new Alarm(this, id, {
      ...failsOften({ failures, calls: ofVersion(alias, 'Invocations') }),
      alarmName: `${Stack.of(this).stackName}-rollout-${id}-${alias.version.version}`,
      alarmDescription: 'See "Rollouts that go back" in docs/runbook.md.',
      evaluationPeriods: 1,
    });
  }
}

/**
 * Returns a metric of a new version while the alias splits calls. Source: Lambda Developer Guide, "Types of metrics",
 * on dimensions.
 */
const ofVersion = ({ lambda, aliasName, version }: Alias, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${aliasName}`,
      ExecutedVersion: version.version,
    },
    statistic: 'Sum',
    period: MINUTE,
  });
