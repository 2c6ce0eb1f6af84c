import { randomUUID } from 'node:crypto';

/** Whether the suites of the stand-ins are run against AWS itself: `FANFARE_AWS=1`, with credentials (runbook). */
export const isOnAws = process.env['FANFARE_AWS'] === '1';

const RUN = randomUUID().slice(0, 8);

/** What a thing is called that is made to be tried: in AWS one sees that it may go, and no other run has the name. */
export const triedName = (name: string): string => (isOnAws ? `fanfare-try-${name}-${RUN}` : name);
