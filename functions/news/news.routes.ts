import { Hono } from 'hono/tiny';
import { newsRoutes } from '../../shared/people/news.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { deviceWords } from '../http/device.ts';
import { endedNews, setMail } from './end-mail.service.ts';
import { listNews, type ListPorts } from './list-news.service.ts';
import {
  addBrowser,
  chooseNews,
  newsSettings,
  removeBrowsers,
  ringBell,
  silenceBell,
  unreadNews,
  type NewsPorts,
} from './news.service.ts';

export function newsApp(ports: NewsPorts & ListPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, newsRoutes, 'GET /news', ({ caller }) => listNews(ports, caller.id));
  serve(app, newsRoutes, 'GET /news/unread', ({ caller }) => unreadNews(ports, caller.id));
  serve(app, newsRoutes, 'POST /news/read', ({ caller, body }) => ports.rows.markRead(caller.id, body.until));
  serve(app, newsRoutes, 'GET /news/settings', ({ caller }) => newsSettings(ports, caller.id));
  serve(app, newsRoutes, 'PUT /news/settings', ({ caller, body }) => chooseNews(ports, caller.id, body));
  serve(app, newsRoutes, 'PUT /news/browsers', ({ caller, body, client }) =>
    addBrowser(ports, caller.id, body, deviceWords(client.agent)),
  );
  serve(app, newsRoutes, 'DELETE /news/browsers/{id}', async ({ caller, params }) => {
    await removeBrowsers(ports, caller.id, [params.id]);
  });
  serve(app, newsRoutes, 'PUT /news/bells/{channel_id}', ({ caller, params }) =>
    ringBell(ports, caller.id, params.channel_id),
  );
  serve(app, newsRoutes, 'DELETE /news/bells/{channel_id}', ({ caller, params }) =>
    silenceBell(ports, caller.id, params.channel_id),
  );
  serve(app, newsRoutes, 'GET /news/end/{token}', ({ params }) => endedNews(ports, params.token));
  serve(app, newsRoutes, 'POST /news/end/{token}', ({ params }) => setMail(ports, params.token, false));
  serve(app, newsRoutes, 'DELETE /news/end/{token}', ({ params }) => setMail(ports, params.token, true));
  return app;
}
