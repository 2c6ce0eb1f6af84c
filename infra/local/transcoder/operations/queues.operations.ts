import * as z from 'zod';
import type { RestOperation } from '../../aws/aws-rest-server.ts';
import { queueArn } from '../request/identifiers.ts';
import { parseInput } from '../request/job.schema.ts';
import { seconds } from './job.wire.ts';
import { badRequest, conflict, notFound } from '../request/refusals.ts';
import type { TranscoderContext } from '../jobs/transcoder.context.ts';
import type { QueueRecord } from '../jobs/transcoder.records.ts';

const status = z.enum(['ACTIVE', 'PAUSED']);
const description = z.string().optional();
const createInput = z.strictObject({
  name: z.string().regex(/^[\w-]{1,128}$/),
  description,
  status: status.default('ACTIVE'),
  pricingPlan: z.literal('ON_DEMAND').optional(),
  tags: z.record(z.string(), z.string()).optional(),
});
const updateInput = z.strictObject({ description, status: status.optional() });

/** MediaConvert's operations on queues. A queue that is paused starts no job, and ends none that runs. */
export function queueOperations({ records, queue }: TranscoderContext): RestOperation[] {
  const queueNamed = (name = ''): QueueRecord => {
    const found = records.queues.get(name);
    if (!found) throw notFound(`The queue ${name} does not exist.`);
    return found;
  };
  const wire = (record: QueueRecord): object => toWire(record, records.jobs.list());
  return [
    {
      method: 'POST',
      path: '/2017-08-29/queues',
      status: 201,
      run: ({ body }) => {
        const { name, status, description } = parseInput(createInput, body);
        if (records.queues.get(name)) throw conflict(`The queue ${name} exists already.`);
        const now = Date.now();
        const made: QueueRecord = { name, status, type: 'CUSTOM', createdAtMs: now, updatedAtMs: now };
        records.queues.put(name, description === undefined ? made : { ...made, description });
        return { queue: wire(queueNamed(name)) };
      },
    },
    { method: 'GET', path: '/2017-08-29/queues', run: () => ({ queues: records.queues.list().map(wire) }) },
    {
      method: 'GET',
      path: '/2017-08-29/queues/{name}',
      run: ({ path }) => ({ queue: wire(queueNamed(path['name'])) }),
    },
    {
      method: 'PUT',
      path: '/2017-08-29/queues/{name}',
      run: ({ path, body }) => {
        const before = queueNamed(path['name']);
        const changes = parseInput(updateInput, body);
        if (before.type === 'SYSTEM' && changes.description !== undefined) {
          throw badRequest('/description: the default queue keeps its own');
        }
        const changed = { ...before, ...JSON.parse(JSON.stringify(changes)), updatedAtMs: Date.now() };
        records.queues.put(before.name, changed);
        queue.fill();
        return { queue: wire(queueNamed(before.name)) };
      },
    },
  ];
}

function toWire(
  record: QueueRecord,
  jobs: readonly { readonly queue: string; readonly status: string }[],
): object {
  const count = (status: string): number =>
    jobs.filter((job) => job.queue === record.name && job.status === status).length;
  const { createdAtMs, updatedAtMs, ...rest } = record;
  return {
    ...rest,
    arn: queueArn(record.name),
    pricingPlan: 'ON_DEMAND',
    createdAt: seconds(createdAtMs),
    lastUpdated: seconds(updatedAtMs),
    submittedJobsCount: count('SUBMITTED'),
    progressingJobsCount: count('PROGRESSING'),
  };
}
