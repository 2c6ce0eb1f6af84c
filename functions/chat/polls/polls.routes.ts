import { pollsRoutes } from '#shared/community/polls.ts';
import { featureApp } from '#functions/http/route.ts';
import { endPoll, type PollsDeps, startPoll, vote } from './polls.service.ts';

export const pollsApp = (deps: PollsDeps) =>
  featureApp(pollsRoutes, {
    'POST /polls/{id}': ({ caller, params, body, headers }) =>
      startPoll(deps, caller.id, { ...body, channelId: params.id, key: headers['idempotency-key'] }),
    'PUT /polls/{id}/{poll_id}/vote': ({ caller, params, body, arrivedMs }) =>
      vote(deps, caller.id, {
        channelId: params.id,
        poll_id: params.poll_id,
        answer: body.answer,
        arrivedMs,
      }),
    'POST /polls/{id}/{poll_id}/end': ({ caller, params }) =>
      endPoll(deps, caller.id, params.id, params.poll_id),
  });
