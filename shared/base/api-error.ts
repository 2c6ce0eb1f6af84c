import * as z from 'zod/mini';
import { errorStatus, type ErrorCode } from './errors.ts';
import { described } from './fields.ts';

const fault = {
  reason: described(z.string(), 'The broken rule, by a name that does not change: `too_many_follows`'),
  field: z.optional(described(z.string(), 'The field at fault, as the request names it')),
  params: z.optional(
    described(
      z.record(z.string(), z.union([z.string(), z.number()])),
      'What `detail` fills in: limits, times in seconds (`wait_s`) and dates (ISO 8601)',
    ),
  ),
};

/** One broken rule. */
export const Fault = z.strictObject(fault).register(z.globalRegistry, { id: 'Fault' });
export type Fault = z.infer<typeof Fault>;

/** The body of every response with a status of 400 or above. */
export const ApiError = z
  .strictObject({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    detail: described(z.string(), 'What went wrong, in English'),
    ...fault,
    issues: z.optional(
      described(z.array(Fault), 'All broken rules, where there are several; the first is above'),
    ),
    request_id: described(z.string(), 'Quote this to support; the log line carries it too'),
  })
  .register(z.globalRegistry, { id: 'ApiError' });
export type ApiError = z.infer<typeof ApiError>;
