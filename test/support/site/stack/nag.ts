import { AwsSolutionsChecks } from 'cdk-nag';
import type { Site } from './site.ts';

/** What cdk-nag finds in a stack that nobody has answered: rules, and where. */
export const findings = ({ stack }: Site): string[] =>
  new AwsSolutionsChecks(stack)
    .validateScope(stack)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
