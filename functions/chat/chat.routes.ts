import { chatRoutes } from '#shared/community/chat.ts';
import { featureApp } from '#functions/http/route.ts';
import { listMessages, postMessage, type ChatDeps } from './chat.service.ts';

export const chatApp = (deps: ChatDeps) =>
  featureApp(chatRoutes, {
    'GET /chat/{id}': ({ params, query }) => listMessages(deps, params.id, query),
    'POST /chat/{id}': ({ caller, params, body, headers, arrivedMs }) =>
      postMessage(deps, caller.id, {
        channelId: params.id,
        message: body.message,
        isAction: body.action,
        replyTo: body.reply_to,
        playedAt: body.shown_at,
        key: headers['idempotency-key'],
        via: caller.via,
        arrivedMs,
      }),
  });
