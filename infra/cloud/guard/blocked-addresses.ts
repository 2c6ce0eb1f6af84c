import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnIPSet } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { blockedSetName } from '#infra/agreed/blocked-sets.ts';
import { bundledCode } from '../functions/bundled-code.ts';

const ENTRY = join(import.meta.dirname, '../../../operate/unblock.lambda.ts');
/** Maximum delay of the end of a block. */
const PERIOD = Duration.minutes(5);

/**
 * The IP sets that `npm run block` fills, and a function that ends temporary blocks. They are created empty.
 * CloudFormation updates a resource only if its properties, or the stack's tags, differ from the last deployment's. An
 * update would empty the sets, so their properties must never change.
 */
export class BlockedAddresses extends Construct {
  readonly sets: readonly CfnIPSet[];
  /** Ends temporary blocks. */
  readonly handler: LambdaFunction;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.sets = (['IPV4', 'IPV6'] as const).map(
      (version) =>
        new CfnIPSet(this, version, {
          name: blockedSetName(Stack.of(this).stackName, version),
          scope: 'CLOUDFRONT',
          ipAddressVersion: version,
          addresses: [],
        }),
    );
    this.handler = this.createHandler();
    new Rule(this, 'Schedule', {
      schedule: Schedule.rate(PERIOD),
      targets: [new LambdaTarget(this.handler, { retryAttempts: 0, maxEventAge: PERIOD })],
    });
  }

  private createHandler(): LambdaFunction {
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const actions = ['GetIPSet', 'ListTagsForResource', 'UntagResource', 'UpdateIPSet'];
    role.addToPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `wafv2:${action}`),
        resources: this.sets.map(({ attrArn }) => attrArn),
      }),
    );
    // `SetId` of `operate/block`.
    const ids = this.sets.map(({ name, attrId, attrArn }) => ({ Name: name, Id: attrId, ARN: attrArn }));
    const handler = new LambdaFunction(this, 'Ends', {
      code: bundledCode(ENTRY),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.minutes(1),
      environment: { BLOCKED_SETS: Stack.of(this).toJsonString(ids) },
      role,
      logGroup,
    });
    handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: PERIOD });
    return handler;
  }
}
