import { newsRoutes } from '#shared/people/news.ts';
import { featureApp } from '#functions/http/route.ts';
import { deviceNameOf } from '#functions/http/device.ts';
import { listNews, type ListDeps } from './list-news.service.ts';
import {
  addBrowser,
  changeNewsChoice,
  followMailLink,
  type NewsDeps,
  newsSettings,
  removeBrowsers,
  setBell,
  unreadNews,
} from './news.service.ts';

export const newsApp = (deps: NewsDeps & ListDeps) =>
  featureApp(newsRoutes, {
    'GET /news': ({ caller }) => listNews(deps, caller.id),
    'GET /news/unread': ({ caller }) => unreadNews(deps, caller.id),
    'POST /news/read': ({ caller, body }) => deps.entries.markRead(caller.id, body.until),
    'GET /news/settings': ({ caller }) => newsSettings(deps, caller.id),
    'PUT /news/settings': ({ caller, body }) => changeNewsChoice(deps, caller.id, body),
    'PUT /news/browsers': ({ caller, body, client }) =>
      addBrowser(deps, caller, body, deviceNameOf(client.agent)),
    'DELETE /news/browsers/{id}': async ({ caller, params }) => {
      await removeBrowsers(deps, caller.id, ({ id }) => id === params.id);
    },
    'PUT /news/bells/{channel_id}': ({ caller, params }) => setBell(deps, caller.id, params.channel_id, true),
    'DELETE /news/bells/{channel_id}': ({ caller, params }) =>
      setBell(deps, caller.id, params.channel_id, false),
    'POST /news/end': ({ body }) => followMailLink(deps, body.token, body.is_ended),
    'POST /news/end/{token}': ({ params }) => followMailLink(deps, params.token, true),
  });
