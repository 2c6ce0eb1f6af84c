import { AwsSolutionsChecks } from 'cdk-nag';
import type { Site } from './site.ts';

/** Returns cdk-nag's unacknowledged findings in a stack: rules and places. */
export const findings = ({ stack }: Site): string[] =>
  new AwsSolutionsChecks(stack)
    .validateScope(stack)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
