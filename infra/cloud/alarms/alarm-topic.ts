import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { ownServicePrincipal } from '../parts/own-service-principal.ts';

/**
 * Services that may publish to an alarm topic: alarms, budgets and cost anomalies of this account only. EventBridge
 * rules may not: they do not send their account, so all accounts would have to be allowed, and publications that a
 * condition refuses are lost silently. Source: EventBridge User Guide, "Amazon SNS permissions".
 */
const ALARMING_SERVICES = [
  'cloudwatch.amazonaws.com',
  'budgets.amazonaws.com',
  'costalerts.amazonaws.com',
] as const;

/**
 * Creates the topic for people who want to be notified of alarms. A topic policy replaces SNS's default, which allows
 * the account's own services to publish, so each publisher is listed. `email` is subscribed.
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
