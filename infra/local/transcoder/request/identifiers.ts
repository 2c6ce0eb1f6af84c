import { randomInt } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/credentials.ts';

const ARN_PREFIX = `arn:aws:mediaconvert:${LOCAL_REGION}:${LOCAL_ACCOUNT}`;
const SUFFIX_RANGE = 36 ** 6;

let lastMs = 0;

/** `1515368087458-qnoxtd`: later jobs have greater ids. */
export function newJobId(): string {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return `${lastMs}-${randomInt(SUFFIX_RANGE).toString(36).padStart(6, '0')}`;
}

export const jobArn = (id: string): string => `${ARN_PREFIX}:jobs/${id}`;

/** The queues of a site. */
export const VIDEOS_QUEUE = 'Videos';
export const WINDOWS_QUEUE = 'Windows';

export const queueArn = (name: string): string => `${ARN_PREFIX}:queues/${name}`;

/** Requests name a queue by name or ARN. ARNs of other accounts or regions are unknown. */
export function queueName(nameOrArn: string): string {
  const prefix = `${ARN_PREFIX}:queues/`;
  return nameOrArn.startsWith(prefix) ? nameOrArn.slice(prefix.length) : nameOrArn;
}
