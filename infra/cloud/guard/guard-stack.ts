import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createAlarmTopic } from '../alarms/alarm-topic.ts';
import { Costs, type CostLimits } from './costs.ts';
import { createWebAcl } from './web-acl.ts';

export interface GuardStackProps extends StackProps {
  readonly costs: CostLimits;
  /** The address that receives mail of costs and of the CDN. @default only subscribers of the topic receive it */
  readonly alarmEmail?: string | undefined;
}

/** What has to stand in us-east-1, wherever the site is: the CDN's web ACL, and the watch over what AWS bills. */
export class GuardStack extends Stack {
  readonly webAclArn: string;
  /** Whom to tell in this region. */
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { costs, alarmEmail, ...props }: GuardStackProps) {
    super(scope, id, { description: 'Fanfare: what the CDN lets through, and what it all costs', ...props });
    this.webAclArn = createWebAcl(this, 'WebAcl').attrArn;
    this.topic = createAlarmTopic(this, 'CostTopic', alarmEmail);
    new Costs(this, 'Costs', { ...costs, topic: this.topic });
    new CfnOutput(this, 'CostTopicArn', { value: this.topic.topicArn });
  }
}
