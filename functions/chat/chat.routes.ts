import { Hono } from 'hono/tiny';
import { chatRoutes } from '../../shared/community/chat.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { listMessages, postMessage, type ChatDeps } from './chat.service.ts';

export function chatApp(deps: ChatDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, chatRoutes, 'GET /chat/{id}', ({ params, query }) => listMessages(deps, params.id, query));
  serve(app, chatRoutes, 'POST /chat/{id}', ({ caller, params, body, headers }) =>
    postMessage(deps, caller.id, {
      channelId: params.id,
      message: body.message,
      replyTo: body.reply_to,
      playedAt: body.shown_at,
      key: headers['idempotency-key'],
    }),
  );
  return app;
}
