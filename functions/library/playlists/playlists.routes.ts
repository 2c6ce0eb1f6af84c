import { playlistsRoutes } from '#shared/channels/playlists.ts';
import type { FeatureApp } from '#functions/http/context.ts';
import { serve } from '#functions/http/route.ts';
import { addEntry, listEntries, moveEntry, removeEntry } from './entries.service.ts';
import {
  changePlaylist,
  createPlaylist,
  deletePlaylist,
  listChoices,
  listOwnPlaylists,
  listPublicPlaylists,
  type PlaylistsDeps,
  readPlaylist,
} from './playlists.service.ts';

/** Adds the routes of playlists to those of the library. */
export const servePlaylists = (app: FeatureApp, deps: PlaylistsDeps): FeatureApp =>
  serve(app, playlistsRoutes, {
    'GET /library/playlists': ({ caller, query }) => listOwnPlaylists(deps, caller.id, query),
    'POST /library/playlists': ({ caller, body, headers }) =>
      createPlaylist(deps, caller.id, body, headers['idempotency-key']),
    'GET /library/playlists/channels/{channel_id}': ({ params, query }) =>
      listPublicPlaylists(deps, params.channel_id, query),
    'GET /library/playlists/with/{kind}/{id}': ({ caller, params, query }) =>
      listChoices(deps, caller.id, params, query),
    'GET /library/playlists/{id}': ({ caller, params }) => readPlaylist(deps, caller?.id, params.id),
    'PATCH /library/playlists/{id}': ({ caller, params, body }) =>
      changePlaylist(deps, caller.id, params.id, body),
    'DELETE /library/playlists/{id}': ({ caller, params }) => deletePlaylist(deps, caller.id, params.id),
    'GET /library/playlists/{id}/entries': ({ caller, params, query }) =>
      listEntries(deps, caller?.id, params.id, query),
    'PUT /library/playlists/{id}/entries/{kind}/{entry_id}': ({ caller, params }) =>
      addEntry(deps, caller.id, params.id, entryIn(params)),
    'DELETE /library/playlists/{id}/entries/{kind}/{entry_id}': ({ caller, params }) =>
      removeEntry(deps, caller.id, params.id, entryIn(params)),
    'PUT /library/playlists/{id}/entries/{kind}/{entry_id}/position': ({ caller, params, body }) =>
      moveEntry(deps, caller.id, params.id, { entry: entryIn(params), before: body.before }),
  });

const entryIn = <Kind>({ kind, entry_id: id }: { readonly kind: Kind; readonly entry_id: string }) => ({
  kind,
  id,
});
