import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/** Limits of AWS's bill, in dollars. */
export interface CostLimits {
  /** The monthly budget. */
  readonly monthlyDollars: number;
  /**
   * The account's cost anomaly monitor for services, created by AWS or by the operator; an account has at most one.
   * @default cost anomalies are not reported
   */
  readonly monitorArn?: string | undefined;
}

/** The smallest cost anomaly that is reported, in dollars. */
const ALERT_FROM_DOLLARS = 10;

export interface CostsProps extends CostLimits {
  /** Receives the reports. */
  readonly topic: Topic;
}

/** Alerts when the account exceeds its monthly budget, or when a service suddenly costs more than before. */
export class Costs extends Construct {
  constructor(scope: Construct, id: string, { monthlyDollars, monitorArn, topic }: CostsProps) {
    super(scope, id);
    this.createBudget(monthlyDollars, topic.topicArn);
    if (monitorArn) this.alertUnusual(monitorArn, topic.topicArn);
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

  private alertUnusual(monitorArn: string, address: string): void {
    new CfnAnomalySubscription(this, 'Unusual', {
      subscriptionName: `${Stack.of(this).stackName}-unusual`,
      frequency: 'IMMEDIATE',
      monitorArnList: [monitorArn],
      subscribers: [{ type: 'SNS', address }],
      thresholdExpression: JSON.stringify({
        Dimensions: {
          Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
          MatchOptions: ['GREATER_THAN_OR_EQUAL'],
          Values: [String(ALERT_FROM_DOLLARS)],
        },
      }),
    });
  }
}
