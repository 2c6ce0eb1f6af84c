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

/** Those that somebody waits for. The others take what failed once more. */
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

/** Its Lambda alone answers no requests with a status: AppSync asks it whether somebody may listen. */
const WITHOUT_STATUS: WaitedFor = 'realtime';

export interface RolloutProps {
  readonly functions: Readonly<Record<WaitedFor, HandlerFunction>>;
  /** Whether a new version gets a tenth of the calls for five minutes first. */
  readonly isGradual: boolean;
}

/**
 * How new versions of handlers come to people: all at once, or by CodeDeploy, which goes back to the version before by itself
 * while the new ones fail. The deployment then fails, too, and CloudFormation takes back what else it has changed.
 *
 * What the versions before do is not watched: CodeDeploy ends a deployment where an alarm rings already, and a repair has
 * to come through while they fail. For the same reason each version has alarms of its own name: CloudWatch keeps an
 * alarm's state when its metric changes, and a new alarm has none.
 */
export class Rollout extends Construct {
  /** What API Gateway and AppSync call. */
  readonly live: Readonly<Record<WaitedFor, IFunction>>;
  readonly #aliases: readonly (readonly [WaitedFor, Alias])[];
  readonly #functions: RolloutProps['functions'];

  constructor(scope: Construct, id: string, { functions, isGradual }: RolloutProps) {
    super(scope, id);
    this.#functions = functions;
    this.#aliases = isGradual
      ? WAITED_FOR.map((name) => {
          // The library's own `Version` is no `IVersion` to the compiler's exactOptionalPropertyTypes.
          const version = functions[name].currentVersion as IVersion;
          return [name, new Alias(this, `${name}-live`, { aliasName: 'live', version })] as const;
        })
      : [];
    this.live = { ...functions, ...Object.fromEntries(this.#aliases) };
  }

  /** Has CodeDeploy watch the new versions: calls that end in an error, and answers of 5xx, which handlers log. */
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

  /** Of the log, by version: API Gateway's metrics do not say which version answered. */
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

  /** It has no action: what continues after the rollout has an alarm of its own. */
  private alarm(id: string, alias: Alias, failures: IMetric): Alarm {
    return new Alarm(this, id, {
      ...failsOften({ failures, calls: ofVersion(alias, 'Invocations') }),
      alarmName: `${Stack.of(this).stackName}-rollout-${id}-${alias.version.version}`,
      alarmDescription: 'See "Rollouts that go back" in docs/runbook.md.',
      evaluationPeriods: 1,
    });
  }
}

/** What a new version does while the alias divides calls. Source: Lambda Developer Guide, "Types of metrics", on dimensions. */
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
