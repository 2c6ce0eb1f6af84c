import { aws } from '../../aws-cli.ts';
import { error, ok, warning, type AccountCheck } from './finding.ts';

interface Queues {
  readonly Queues: readonly { readonly Name: string; readonly Description?: string }[];
  readonly TotalConcurrentJobs?: number;
  readonly UnallocatedConcurrentJobs?: number;
}

/**
 * The concurrent jobs of all on-demand queues must fit the account's quota, so a new queue needs unassigned ones.
 * Source: MediaConvert User Guide, "Working with on-demand queues".
 */
export const checkMediaConvert: AccountCheck = async ({ region, queues }) => {
  const found = await aws<Queues>('mediaconvert', 'list-queues', '--region', region);
  const { TotalConcurrentJobs: total, UnallocatedConcurrentJobs: free } = found ?? {};
  const made = found?.Queues.map(({ Description }) => Description) ?? [];
  const wanted = queues.filter(({ description }) => !made.includes(description));
  // A queue without its own number uses the rest.
  const needed = wanted.reduce((sum, { concurrentJobs = 1 }) => sum + concurrentJobs, 0);
  if (needed === 0) return ok('MediaConvert already has the queues of the site.');
  if (free === undefined)
    return warning('Cannot determine how many concurrent MediaConvert jobs are free for new queues.');
  if (free >= needed)
    return ok(`MediaConvert has ${free} free concurrent jobs; the queues of the site need ${needed}.`);
  return error(
    `MediaConvert runs ${total ?? 'some'} jobs at once for this account, and ${free} of them are free; the queues of the site take ${needed}.`,
    `Take some from a queue, such as the default one: aws mediaconvert update-queue --name Default --concurrent-jobs <fewer> --region ${region}`,
    'Or request more in Service Quotas: MediaConvert, "Concurrent jobs per account".',
  );
};
