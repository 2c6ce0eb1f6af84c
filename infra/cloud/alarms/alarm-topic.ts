import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { ownServicePrincipal } from '../parts/own-service-principal.ts';

/**
 * Which may publish to a topic: alarms, budgets and unusual costs, of this account alone. Rules of EventBridge may not: they do not
 * say whose they are, so that they would have to be let in of all accounts, and what a condition refuses is lost in silence.
 * Source: EventBridge User Guide, "Amazon SNS permissions".
 */
const ALARMING_SERVICES = [
  'cloudwatch.amazonaws.com',
  'budgets.amazonaws.com',
  'costalerts.amazonaws.com',
] as const;

/**
 * Where people subscribe who want to be woken. Any policy of a topic takes the place of the one that SNS gives by
 * default, which lets the account's own services publish: each publisher is named. `email` gets mail.
 */
export function createAlarmTopic(scope: Construct, id: string, email?: string): Topic {
  const topic = new Topic(scope, id, { enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'LetServicesTell',
      principals: ALARMING_SERVICES.map((service) => ownServicePrincipal(scope, service)),
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
    }),
  );
  if (email) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
