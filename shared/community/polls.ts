/** Polls in a channel's chat. Not in the specification. */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import {
  count,
  described,
  entity,
  Id,
  IdempotencyKey,
  notEmpty,
  Timestamp,
  visibleText,
} from '../base/fields.ts';
import { routes } from '../base/route.ts';
import {
  POLL_ANSWER_MAX_LENGTH,
  POLL_MAX_ANSWERS,
  POLL_MAX_S,
  POLL_MIN_ANSWERS,
  POLL_MIN_S,
  POLL_QUESTION_MAX_LENGTH,
} from '../limits.ts';

export const Poll = entity('Poll', {
  id: described(Id, 'Also of the message in the chat that announces it'),
  username: described(z.string(), 'Who has started it'),
  question: z.string(),
  answers: z.array(z.object({ text: z.string(), votes: count() })),
  ends_at: described(Timestamp, 'Until then people vote and change their votes'),
});
export type Poll = z.infer<typeof Poll>;

/** Of a message that announces a poll, or its result. */
export const PollOfMessage = z.object({
  question: z.string(),
  answers: z.array(z.string()),
  votes: z.optional(described(z.array(count()), 'Of each answer, once the poll has ended')),
});
export type PollOfMessage = z.infer<typeof PollOfMessage>;

/** A person's vote: the number of the answer, from 0. */
export const Vote = entity('Vote', { poll_id: Id, answer: count() });
export type Vote = z.infer<typeof Vote>;

const Answer = visibleText().check(notEmpty(), z.maxLength(POLL_ANSWER_MAX_LENGTH, broken('each_too_long')));

export const PollBody = z.strictObject({
  question: visibleText().check(notEmpty(), z.maxLength(POLL_QUESTION_MAX_LENGTH)),
  answers: z.array(Answer).check(z.minLength(POLL_MIN_ANSWERS), z.maxLength(POLL_MAX_ANSWERS)),
  duration_s: z.int().check(z.gte(POLL_MIN_S), z.lte(POLL_MAX_S)),
});
export type PollBody = z.infer<typeof PollBody>;

const ofPoll = z.object({ id: Id, poll_id: Id });

/** Beside a channel's other chat: `id` is the channel's. `GET /rooms/{id}` has the poll. */
export const pollsRoutes = routes({
  'POST /polls/{id}': {
    summary: 'Start a poll in a channel’s chat, one at a time. For the streamer and moderators',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: PollBody,
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: Poll,
    errors: ['not_found', 'forbidden', 'conflict', 'chat_refused'],
  },
  'PUT /polls/{id}/{poll_id}/vote': {
    summary: 'Vote in a poll, or change one’s vote. Who may not write in the chat may not vote',
    access: 'signed-in',
    params: ofPoll,
    body: z.strictObject({ answer: described(count(), 'Its number, from 0') }),
    response: Vote,
    errors: ['not_found', 'conflict', 'chat_refused'],
  },
  'POST /polls/{id}/{poll_id}/end': {
    summary:
      'End a poll before its time. One that has ended: changes nothing. For the streamer and moderators',
    access: 'signed-in',
    params: ofPoll,
    response: Poll,
    errors: ['not_found', 'forbidden', 'conflict'],
  },
});
