import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

/** Whether the compliance suites run against AWS itself: `npm run test:aws`, with credentials (runbook). */
export const isOnAws = inject('onAws');

const RUN = randomUUID().slice(0, 8);

/** Returns the name of a resource that a test creates: in AWS it marks it as deletable and is unique per run. */
export const triedName = (name: string): string => (isOnAws ? `fanfare-try-${name}-${RUN}` : name);
