import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createAlarm } from '../alarms/create-alarm.ts';
import { createAlarmTopic } from '../alarms/alarm-topic.ts';
import { BlockedAddresses } from './blocked-addresses.ts';
import { Costs, type CostLimits } from './costs.ts';
import { RefusalLog } from './refusal-log.ts';
import type { AddressLimits } from '../stage/address-limits.ts';
import { createWebAcl, refusalsBy } from './web-acl.ts';

export interface GuardStackProps extends StackProps {
  readonly costs: CostLimits;
  /** Maximum requests of one address in five minutes. */
  readonly addressLimits: AddressLimits;
  /** Receives mail about costs and the CDN. @default only subscribers of the topic receive it */
  readonly alarmEmail?: string | undefined;
}

/** Alarms of rate rules, with the refusals in five minutes at which they ring: pages retry repeatedly. */
const RATE_ALARMS = [
  ['AddressBlocks', 'Address', 1000],
  ['AddressMediaBlocks', 'MediaByAddress', 1000],
  ['AuthAddressBlocks', 'AuthByAddress', 100],
  ['RefreshAddressBlocks', 'RefreshByAddress', 1000],
] as const;

/** Resources that must be in us-east-1 for every site: the CDN's web ACL, and the alarms on AWS's bill. */
export class GuardStack extends Stack {
  readonly webAclArn: string;
  /** The topic for alarms in this region. */
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { costs, addressLimits, alarmEmail, ...props }: GuardStackProps) {
    super(scope, id, { description: 'Fanfare: what the CDN lets through, and what it all costs', ...props });
    const blocked = new BlockedAddresses(this, 'Blocked');
    const webAcl = createWebAcl(this, 'WebAcl', { limits: addressLimits, blocked: blocked.sets });
    this.webAclArn = webAcl.attrArn;
    new RefusalLog(this, 'Refusals', { webAcl });
    this.topic = createAlarmTopic(this, 'CostTopic', alarmEmail);
    for (const [name, rule, threshold] of RATE_ALARMS)
      createAlarm(this, name, this.topic, {
        metric: refusalsBy(this, rule),
        threshold,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    createAlarm(this, 'BlocksNotEnding', this.topic, {
      metric: blocked.handler.metricErrors({ period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    new Costs(this, 'Costs', { ...costs, topic: this.topic });
    new CfnOutput(this, 'WebAclArn', { value: this.webAclArn });
    new CfnOutput(this, 'CostTopicArn', { value: this.topic.topicArn });
  }
}
