import { clipsRoutes } from '../../shared/videos/clips.ts';
import type { FeatureApp } from '../http/context.ts';
import { featureApp } from '../http/route.ts';
import {
  clipSettings,
  countView,
  deleteClip,
  getClip,
  keepClip,
  listClips,
  setClipSettings,
} from './clips.service.ts';
import { createClip } from './create-clip.service.ts';
import type { ClipsPorts } from './ports.ts';

export const clipsApp = (ports: ClipsPorts): FeatureApp =>
  featureApp(clipsRoutes, {
    'POST /clips': ({ caller, body, headers }) =>
      createClip(ports, caller.id, body, headers['idempotency-key']),
    'GET /clips': ({ caller, query: { channel, limit, cursor } }) =>
      listClips(ports, caller?.id, { channel, limit, cursor }),
    'GET /clips/settings': ({ caller }) => clipSettings(ports, caller.id),
    'PUT /clips/settings': ({ caller, body }) => setClipSettings(ports, caller.id, body),
    'GET /clips/{id}': ({ caller, params }) => getClip(ports, caller?.id, params.id),
    'POST /clips/{id}/views': ({ params, body }) => countView(ports, { id: params.id, pass: body.pass }),
    'PATCH /clips/{id}': ({ caller, params, body }) =>
      keepClip(ports, caller.id, { id: params.id, is_kept: body.is_kept }),
    'DELETE /clips/{id}': ({ caller, params }) => deleteClip(ports, caller.id, params.id),
  });
