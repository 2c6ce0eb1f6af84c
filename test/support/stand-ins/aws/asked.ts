import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

/** Whether the compliance suites are run against AWS itself: `npm run test:aws`, with credentials (runbook). */
export const isOnAws = inject('onAws');

const RUN = randomUUID().slice(0, 8);

/** What a thing is called that is made to be tried: in AWS one sees that it may go, and no other run has the name. */
export const triedName = (name: string): string => (isOnAws ? `fanfare-try-${name}-${RUN}` : name);
