import { Hono } from 'hono/tiny';
import { chatRoutes } from '../../shared/community/chat.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { listMessages, postMessage } from './chat.service.ts';
import type { ChatPorts } from './ports.ts';

export function chatApp(ports: ChatPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, chatRoutes, 'GET /chat/{id}', ({ params, query }) => listMessages(ports, params.id, query));
  serve(app, chatRoutes, 'POST /chat/{id}', ({ caller, params, body, headers }) =>
    postMessage(ports, caller.id, {
      channelId: params.id,
      message: body.message,
      replyTo: body.reply_to,
      shownAt: body.shown_at,
      key: headers['idempotency-key'],
    }),
  );
  return app;
}
