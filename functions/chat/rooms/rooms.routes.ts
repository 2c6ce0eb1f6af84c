import { Hono } from 'hono/tiny';
import { roomsRoutes } from '../../../shared/community/rooms.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import {
  addSanction,
  appointModerator,
  dismissModerator,
  liftSanction,
  listSanctions,
} from './people.service.ts';
import { clearChat, listBlockedWords, removeMessage, setBlockedWords } from './removal.service.ts';
import { changeMode, getOwnPlace, getRoom, pinMessage, type RoomsDeps } from './rooms.service.ts';

export function roomsApp(deps: RoomsDeps): FeatureApp {
  const app = new Hono<Env>();
  serveMode(app, deps);
  servePeople(app, deps);
  serveRemoval(app, deps);
  return app;
}

function serveMode(app: FeatureApp, deps: RoomsDeps): void {
  serve(app, roomsRoutes, 'GET /rooms/{id}', ({ params }) => getRoom(deps, params.id));
  serve(app, roomsRoutes, 'PUT /rooms/{id}', ({ caller, params, body }) =>
    changeMode(deps, caller.id, params.id, body),
  );
  serve(app, roomsRoutes, 'GET /rooms/{id}/me', ({ caller, params }) =>
    getOwnPlace(deps, caller.id, params.id),
  );
  serve(app, roomsRoutes, 'PUT /rooms/{id}/pin', ({ caller, params, body }) =>
    pinMessage(deps, caller.id, params.id, body.message_id),
  );
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/pin', ({ caller, params }) =>
    pinMessage(deps, caller.id, params.id, null),
  );
}

function servePeople(app: FeatureApp, deps: RoomsDeps): void {
  serve(app, roomsRoutes, 'PUT /rooms/{id}/moderators/{username}', ({ caller, params }) =>
    appointModerator(deps, caller.id, params.id, params.username),
  );
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/moderators/{username}', ({ caller, params }) =>
    dismissModerator(deps, caller.id, params.id, params.username),
  );
  serve(app, roomsRoutes, 'GET /rooms/{id}/sanctions', ({ caller, params, query }) =>
    listSanctions(deps, caller.id, params.id, query.after),
  );
  serve(app, roomsRoutes, 'PUT /rooms/{id}/sanctions/{username}', ({ caller, params, body }) =>
    addSanction(deps, caller.id, {
      channelId: params.id,
      username: params.username,
      minutes: body.minutes,
    }),
  );
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/sanctions/{username}', ({ caller, params }) =>
    liftSanction(deps, caller.id, params.id, params.username),
  );
}

function serveRemoval(app: FeatureApp, deps: RoomsDeps): void {
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/messages/{message_id}', ({ caller, params }) =>
    removeMessage(deps, caller.id, params.id, params.message_id),
  );
  serve(app, roomsRoutes, 'POST /rooms/{id}/clear', ({ caller, params }) =>
    clearChat(deps, caller.id, params.id),
  );
  serve(app, roomsRoutes, 'GET /rooms/{id}/words', ({ caller, params }) =>
    listBlockedWords(deps, caller.id, params.id),
  );
  serve(app, roomsRoutes, 'PUT /rooms/{id}/words', ({ caller, params, body }) =>
    setBlockedWords(deps, caller.id, params.id, body.words),
  );
}
