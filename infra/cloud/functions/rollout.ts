import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, TreatMissingData, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { LambdaName } from '../../../functions/lambdas.ts';
import { acknowledge } from '../parts/acknowledge.ts';
import type { HandlerFunction } from './handler-function.ts';

/** Those that somebody waits for. The others take what failed once more. */
const WAITED_FOR = [
  'api',
  'community',
  'accounts',
  'publishing',
  'pages',
  'realtime',
] as const satisfies readonly LambdaName[];
type WaitedFor = (typeof WAITED_FOR)[number];

/** One failure may be a person's bad luck; so many in a minute are the new version's. */
const FAILURES_A_MINUTE = 3;
const MINUTE = Duration.minutes(1);

export interface RolloutProps {
  readonly functions: Readonly<Record<WaitedFor, HandlerFunction>>;
  /** Whether a new version gets a tenth of the calls for five minutes first. */
  readonly isGradual: boolean;
}

/**
 * How new versions of handlers come to people: all at once, or by CodeDeploy, which goes back to the version before by itself
 * while handlers or the API fail. The deployment then fails, too, and CloudFormation takes back what else it has changed.
 */
export class Rollout extends Construct {
  /** What API Gateway and AppSync call. */
  readonly live: Readonly<Record<WaitedFor, IFunction>>;
  readonly #aliases: readonly (readonly [WaitedFor, Alias])[];

  constructor(scope: Construct, id: string, { functions, isGradual }: RolloutProps) {
    super(scope, id);
    this.#aliases = isGradual
      ? WAITED_FOR.map((name) => {
          // The library's own `Version` is no `IVersion` to the compiler's exactOptionalPropertyTypes.
          const version = functions[name].currentVersion as IVersion;
          return [name, new Alias(this, `${name}-live`, { aliasName: 'live', version })] as const;
        })
      : [];
    this.live = { ...functions, ...Object.fromEntries(this.#aliases) };
  }

  /** Has CodeDeploy watch the handlers, and the API that they answer for: they catch most of their failures, and say 500. */
  watch(api: HttpApi): void {
    if (this.#aliases.length === 0) return;
    const application = new LambdaApplication(this, 'Application');
    const ofApi = this.alarm('Api5xx', api.metricServerError({ period: MINUTE, statistic: 'Sum' }));
    for (const [name, alias] of this.#aliases) {
      const group = new LambdaDeploymentGroup(this, `${name}-group`, {
        application,
        alias,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: [ofApi, this.alarm(name, alias.metricErrors({ period: MINUTE }))],
      });
      acknowledge(group, {
        'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
          'AWS’s own policy for this purpose: CodeDeploy moves the aliases of Lambdas and reads alarms.',
      });
    }
  }

  /** It has no action: what continues after the rollout has an alarm of its own. */
  private alarm(id: string, metric: Metric): Alarm {
    return new Alarm(this, `${id}-fails`, {
      metric,
      alarmName: `${Stack.of(this).stackName}-rollout-${id}`,
      alarmDescription: 'See "Rollouts that go back" in docs/runbook.md.',
      threshold: FAILURES_A_MINUTE,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
