import { roomsRoutes } from '#shared/community/rooms.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  addSanction,
  appealSanction,
  appointModerator,
  dismissModerator,
  liftSanction,
  listSanctions,
} from './people.service.ts';
import { listActs, undoAct, type ActsDeps } from './acts/acts.service.ts';
import { listBlockedWords, setBlockedWords } from './blocked-words.service.ts';
import { listCommands, removeCommand, setCommand } from './commands.service.ts';
import { type EmotesDeps, listEmotes, putEmote, removeEmote } from './emotes/emotes.service.ts';
import { clearChat, removeMessage, removeMessagesOf, type RemovalDeps } from './remove-messages.service.ts';
import { changeMode, getOwnRole, getRoom, pinMessage, setRules } from './rooms.service.ts';

export const roomsApp = (deps: ActsDeps & RemovalDeps & EmotesDeps) =>
  featureApp(roomsRoutes, {
    'GET /rooms/{id}': ({ params }) => getRoom(deps, params.id),
    'PUT /rooms/{id}': ({ caller, params, body }) => changeMode(deps, caller.id, params.id, body),
    'PUT /rooms/{id}/rules': ({ caller, params, body }) => setRules(deps, caller.id, params.id, body.rules),
    'GET /rooms/{id}/me': ({ caller, params }) => getOwnRole(deps, caller.id, params.id),
    'POST /rooms/{id}/appeals': ({ caller, params, body }) =>
      appealSanction(deps, caller.id, params.id, body.words),
    'PUT /rooms/{id}/pin': ({ caller, params, body }) =>
      pinMessage(deps, caller.id, params.id, body.message_id),
    'DELETE /rooms/{id}/pin': ({ caller, params }) => pinMessage(deps, caller.id, params.id, null),
    'PUT /rooms/{id}/moderators/{username}': ({ caller, params }) =>
      appointModerator(deps, caller.id, params.id, params.username),
    'DELETE /rooms/{id}/moderators/{username}': ({ caller, params }) =>
      dismissModerator(deps, caller.id, params.id, params.username),
    'GET /rooms/{id}/sanctions': ({ caller, params, query }) =>
      listSanctions(deps, caller.id, params.id, query.after),
    'PUT /rooms/{id}/sanctions/{username}': ({ caller, params, body }) =>
      addSanction(deps, caller.id, {
        channelId: params.id,
        username: params.username,
        minutes: body.minutes,
        reason: body.reason,
      }),
    'DELETE /rooms/{id}/sanctions/{username}': ({ caller, params }) =>
      liftSanction(deps, caller.id, params.id, params.username),
    'DELETE /rooms/{id}/messages/{message_id}': ({ caller, params }) =>
      removeMessage(deps, caller.id, params.id, params.message_id),
    'DELETE /rooms/{id}/people/{username}/messages': ({ caller, params, query }) =>
      removeMessagesOf(deps, caller.id, { channelId: params.id, username: params.username, ...query }),
    'GET /rooms/{id}/acts': ({ caller, params, query }) => listActs(deps, caller.id, params.id, query.cursor),
    'POST /rooms/{id}/acts/{act_id}/undo': ({ caller, params }) =>
      undoAct(deps, caller.id, params.id, params.act_id),
    'POST /rooms/{id}/clear': ({ caller, params }) => clearChat(deps, caller.id, params.id),
    'GET /rooms/{id}/commands': ({ params }) => listCommands(deps, params.id),
    'PUT /rooms/{id}/commands/{name}': ({ caller, params, body }) =>
      setCommand(deps, caller.id, params.id, { name: params.name, answer: body.answer }),
    'DELETE /rooms/{id}/commands/{name}': ({ caller, params }) =>
      removeCommand(deps, caller.id, params.id, params.name),
    'GET /rooms/{id}/emotes': ({ params }) => listEmotes(deps, params.id),
    'PUT /rooms/{id}/emotes/{code}': ({ caller, params, body }) =>
      putEmote(deps, caller.id, { channelId: params.id, code: params.code }, body),
    'DELETE /rooms/{id}/emotes/{code}': ({ caller, params }) =>
      removeEmote(deps, caller.id, { channelId: params.id, code: params.code }),
    'GET /rooms/{id}/words': ({ caller, params }) => listBlockedWords(deps, caller.id, params.id),
    'PUT /rooms/{id}/words': ({ caller, params, body }) =>
      setBlockedWords(deps, caller.id, params.id, body.words),
  });
