import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/** Of what AWS bills, in dollars. */
export interface CostLimits {
  /** The budget of a month. */
  readonly monthlyDollars: number;
}

/** An unusual cost is told from this on, in dollars. */
const TOLD_FROM_DOLLARS = 10;

export interface CostsProps extends CostLimits {
  /** Is told. */
  readonly topic: Topic;
}

/** Tells when the account's month gets dearer than it should, or when a service suddenly costs more than it did. */
export class Costs extends Construct {
  constructor(scope: Construct, id: string, { monthlyDollars, topic }: CostsProps) {
    super(scope, id);
    this.createBudget(monthlyDollars, topic.topicArn);
    this.watchAnomalies(topic.topicArn);
  }

  private createBudget(amount: number, address: string): void {
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'SNS', address }],
    });
    new CfnBudget(this, 'Month', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }

  private watchAnomalies(address: string): void {
    const { stackName } = Stack.of(this);
    const monitor = new CfnAnomalyMonitor(this, 'Services', {
      monitorName: `${stackName}-services`,
      monitorType: 'DIMENSIONAL',
      monitorDimension: 'SERVICE',
    });
    new CfnAnomalySubscription(this, 'Unusual', {
      subscriptionName: `${stackName}-unusual`,
      frequency: 'IMMEDIATE',
      monitorArnList: [monitor.attrMonitorArn],
      subscribers: [{ type: 'SNS', address }],
      thresholdExpression: JSON.stringify({
        Dimensions: {
          Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
          MatchOptions: ['GREATER_THAN_OR_EQUAL'],
          Values: [String(TOLD_FROM_DOLLARS)],
        },
      }),
    });
  }
}
