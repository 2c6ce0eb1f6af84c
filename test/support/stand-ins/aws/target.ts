import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

/** Whether the compliance suites are run against AWS itself: `npm run test:aws`, with credentials (runbook). */
export const isOnAws = inject('onAws');

const RUN = randomUUID().slice(0, 8);

/** The name of a resource that a test creates: in AWS it shows that it may be deleted, and each run has its own. */
export const triedName = (name: string): string => (isOnAws ? `fanfare-try-${name}-${RUN}` : name);
