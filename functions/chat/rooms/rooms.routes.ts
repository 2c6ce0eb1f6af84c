import { Hono } from 'hono/tiny';
import { roomsRoutes } from '../../../shared/community/rooms.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { dismissModerator, liftSanction, listSanctions, nameModerator, sanction } from './people.service.ts';
import type { RoomsPorts } from './ports.ts';
import { clearChat, listWords, removeMessage, setWords } from './removal.service.ts';
import { changeMode, getRoom, ownPlace, pin } from './rooms.service.ts';

export function roomsApp(ports: RoomsPorts): FeatureApp {
  const app = new Hono<Env>();
  serveMode(app, ports);
  servePeople(app, ports);
  serveRemoval(app, ports);
  return app;
}

function serveMode(app: FeatureApp, ports: RoomsPorts): void {
  serve(app, roomsRoutes, 'GET /rooms/{id}', ({ params }) => getRoom(ports, params.id));
  serve(app, roomsRoutes, 'PUT /rooms/{id}', ({ caller, params, body }) =>
    changeMode(ports, caller.id, params.id, body),
  );
  serve(app, roomsRoutes, 'GET /rooms/{id}/me', ({ caller, params }) =>
    ownPlace(ports, caller.id, params.id),
  );
  serve(app, roomsRoutes, 'PUT /rooms/{id}/pin', ({ caller, params, body }) =>
    pin(ports, caller.id, params.id, body.message_id),
  );
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/pin', ({ caller, params }) =>
    pin(ports, caller.id, params.id, null),
  );
}

function servePeople(app: FeatureApp, ports: RoomsPorts): void {
  serve(app, roomsRoutes, 'PUT /rooms/{id}/moderators/{username}', ({ caller, params }) =>
    nameModerator(ports, caller.id, params.id, params.username),
  );
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/moderators/{username}', ({ caller, params }) =>
    dismissModerator(ports, caller.id, params.id, params.username),
  );
  serve(app, roomsRoutes, 'GET /rooms/{id}/sanctions', ({ caller, params, query }) =>
    listSanctions(ports, caller.id, params.id, query.after),
  );
  serve(app, roomsRoutes, 'PUT /rooms/{id}/sanctions/{username}', ({ caller, params, body }) =>
    sanction(ports, caller.id, {
      channelId: params.id,
      username: params.username,
      minutes: body.minutes,
    }),
  );
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/sanctions/{username}', ({ caller, params }) =>
    liftSanction(ports, caller.id, params.id, params.username),
  );
}

function serveRemoval(app: FeatureApp, ports: RoomsPorts): void {
  serve(app, roomsRoutes, 'DELETE /rooms/{id}/messages/{message_id}', ({ caller, params }) =>
    removeMessage(ports, caller.id, params.id, params.message_id),
  );
  serve(app, roomsRoutes, 'POST /rooms/{id}/clear', ({ caller, params }) =>
    clearChat(ports, caller.id, params.id),
  );
  serve(app, roomsRoutes, 'GET /rooms/{id}/words', ({ caller, params }) =>
    listWords(ports, caller.id, params.id),
  );
  serve(app, roomsRoutes, 'PUT /rooms/{id}/words', ({ caller, params, body }) =>
    setWords(ports, caller.id, params.id, body.words),
  );
}
