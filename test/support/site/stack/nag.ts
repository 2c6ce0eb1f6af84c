import { AwsSolutionsChecks } from 'cdk-nag';
import type { Site } from './site.ts';

/** Findings of cdk-nag in a stack that are not acknowledged: rules, and where. */
export const findings = ({ stack }: Site): string[] =>
  new AwsSolutionsChecks(stack)
    .validateScope(stack)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
