import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, type CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** Headers with tokens. Queries may contain some too, for example those of private feeds. */
const SECRET_HEADERS = ['authorization', 'cookie'];

/**
 * Logs the requests that the web ACL refused, with rule, address and headers, for a week. AWS cannot sample these logs;
 * allowed requests are not logged. Source: AWS WAF Developer Guide, "Sending web ACL traffic logs to an Amazon
 * CloudWatch Logs log group".
 */
export class RefusalLog extends Construct {
  constructor(scope: Construct, id: string, { webAcl }: { readonly webAcl: CfnWebACL }) {
    super(scope, id);
    const stack = Stack.of(this);
    // WAF requires this prefix.
    const logGroupName = `aws-waf-logs-${stack.stackName}`;
    const group = new LogGroup(this, 'Group', {
      logGroupName,
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logGroupArn = stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const configuration = new CfnLoggingConfiguration(this, 'Configuration', {
      resourceArn: webAcl.attrArn,
      logDestinationConfigs: [logGroupArn],
      redactedFields: [...SECRET_HEADERS.map((Name) => ({ singleHeader: { Name } })), { queryString: {} }],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
    configuration.node.addDependency(group);
  }
}
