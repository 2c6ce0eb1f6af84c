import type { RestCall, RestOperation } from '../../aws/aws-rest-server.ts';
import type { TranscoderContext } from '../jobs/transcoder-context.ts';
import { isFinished, type JobRecord } from '../jobs/transcoder-records.ts';
import { newJobId, queueName } from '../request/identifiers.ts';
import { checkJob } from '../request/job-rules.ts';
import { createJobInput, parseInput } from '../request/job-schema.ts';
import { conflict, notFound, tooManyRequests } from '../request/refusals.ts';
import { toWire } from './job-wire.ts';

/** How long a `ClientRequestToken` prevents a second job. */
const TOKEN_MS = 60_000;

/** MediaConvert's operations on jobs. */
export function jobOperations(context: TranscoderContext): RestOperation[] {
  const { records, queue, disturber } = context;
  const wire = (job: JobRecord): object => toWire(job, queue.progressOf(job.id));
  const jobAt = ({ path }: RestCall): JobRecord => {
    const job = records.jobs.get(path['id'] ?? '');
    if (!job) throw notFound(`The job ${path['id']} does not exist.`);
    return job;
  };
  const create = createJob(context);
  const find = (call: RestCall): JobRecord => {
    if (!disturber.answersGetJob) throw tooManyRequests();
    return jobAt(call);
  };
  return [
    {
      name: 'CreateJob',
      method: 'POST',
      path: '/2017-08-29/jobs',
      status: 201,
      run: ({ body }) => ({ job: wire(create(body)) }),
    },
    {
      name: 'GetJob',
      method: 'GET',
      path: '/2017-08-29/jobs/{id}',
      run: (call) => ({ job: wire(find(call)) }),
    },
    {
      name: 'CancelJob',
      method: 'DELETE',
      path: '/2017-08-29/jobs/{id}',
      status: 202,
      run: (call) => {
        const job = jobAt(call);
        if (isFinished(job)) throw conflict(`The job ${job.id} is already ${job.status}.`);
        queue.cancel(job);
        return {};
      },
    },
  ];
}

function createJob({ records, queue }: TranscoderContext): (body: unknown) => JobRecord {
  const idByToken = new Map<string, string>();
  for (const { id, request, submittedAtMs } of records.jobs.list()) {
    if (Date.now() - submittedAtMs < TOKEN_MS) idByToken.set(request.clientRequestToken ?? '', id);
  }

  return (body) => {
    const request = parseInput(createJobInput, body);
    checkJob(request);
    const name = queueName(request.queue);
    if (!queue.knows(name)) throw notFound(`The queue ${name} does not exist.`);
    const token = request.clientRequestToken ?? '';
    const earlier = records.jobs.get(idByToken.get(token) ?? '');
    if (token && earlier && Date.now() - earlier.submittedAtMs < TOKEN_MS) return earlier;
    const job: JobRecord = {
      id: newJobId(),
      request,
      queue: name,
      priority: request.priority ?? 0,
      status: 'SUBMITTED',
      submittedAtMs: Date.now(),
      retryCount: 0,
    };
    idByToken.set(token, job.id);
    queue.submit(job);
    return job;
  };
}
