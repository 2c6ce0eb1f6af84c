import { clipsRoutes } from '#shared/videos/clips.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  type ClipsDeps,
  clipSettings,
  countView,
  deleteClip,
  getClip,
  keepClip,
  listClips,
  setClipSettings,
} from './clips.service.ts';
import { createClip } from './create-clip.service.ts';

export const clipsApp = (deps: ClipsDeps) =>
  featureApp(clipsRoutes, {
    'POST /clips': ({ caller, body, headers }) =>
      createClip(deps, caller.id, body, headers['idempotency-key']),
    'GET /clips': ({ caller, query }) => listClips(deps, caller?.id, query),
    'GET /clips/settings': ({ caller }) => clipSettings(deps, caller.id),
    'PUT /clips/settings': ({ caller, body }) => setClipSettings(deps, caller.id, body),
    'GET /clips/{id}': ({ caller, params }) => getClip(deps, caller?.id, params.id),
    'POST /clips/{id}/views': ({ params, body }) => countView(deps, { id: params.id, pass: body.pass }),
    'PATCH /clips/{id}': ({ caller, params, body }) =>
      keepClip(deps, caller.id, { id: params.id, is_kept: body.is_kept }),
    'DELETE /clips/{id}': ({ caller, params }) => deleteClip(deps, caller.id, params.id),
  });
