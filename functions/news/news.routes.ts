import { Hono } from 'hono/tiny';
import { newsRoutes } from '../../shared/people/news.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { deviceWords } from '../http/device.ts';
import { getUnsubscribed, setMailEnabled } from './end-mail.service.ts';
import { listNews, type ListDeps } from './list-news.service.ts';
import {
  addBrowser,
  changeNewsChoice,
  newsSettings,
  removeBrowsers,
  turnBellOn,
  turnBellOff,
  unreadNews,
  type NewsDeps,
} from './news.service.ts';

export function newsApp(deps: NewsDeps & ListDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, newsRoutes, 'GET /news', ({ caller }) => listNews(deps, caller.id));
  serve(app, newsRoutes, 'GET /news/unread', ({ caller }) => unreadNews(deps, caller.id));
  serve(app, newsRoutes, 'POST /news/read', ({ caller, body }) =>
    deps.entries.markRead(caller.id, body.until),
  );
  serve(app, newsRoutes, 'GET /news/settings', ({ caller }) => newsSettings(deps, caller.id));
  serve(app, newsRoutes, 'PUT /news/settings', ({ caller, body }) => changeNewsChoice(deps, caller.id, body));
  serve(app, newsRoutes, 'PUT /news/browsers', ({ caller, body, client }) =>
    addBrowser(deps, caller.id, body, deviceWords(client.agent)),
  );
  serve(app, newsRoutes, 'DELETE /news/browsers/{id}', async ({ caller, params }) => {
    await removeBrowsers(deps, caller.id, [params.id]);
  });
  serve(app, newsRoutes, 'PUT /news/bells/{channel_id}', ({ caller, params }) =>
    turnBellOn(deps, caller.id, params.channel_id),
  );
  serve(app, newsRoutes, 'DELETE /news/bells/{channel_id}', ({ caller, params }) =>
    turnBellOff(deps, caller.id, params.channel_id),
  );
  serve(app, newsRoutes, 'GET /news/end/{token}', ({ params }) => getUnsubscribed(deps, params.token));
  serve(app, newsRoutes, 'POST /news/end/{token}', ({ params }) => setMailEnabled(deps, params.token, false));
  serve(app, newsRoutes, 'DELETE /news/end/{token}', ({ params }) =>
    setMailEnabled(deps, params.token, true),
  );
  return app;
}
