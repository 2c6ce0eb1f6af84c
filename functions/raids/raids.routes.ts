import { raidsRoutes } from '#shared/live/raids.ts';
import { featureApp } from '#functions/http/route.ts';
import { getRaids, raid, type RaidsDeps, setRaidSettings } from './raids.service.ts';

export const raidsApp = (deps: RaidsDeps) =>
  featureApp(raidsRoutes, {
    'GET /raids': ({ caller }) => getRaids(deps, caller.id),
    'PUT /raids/settings': ({ caller, body }) => setRaidSettings(deps, caller.id, body.accepts),
    'POST /raids': ({ caller, body, headers }) =>
      raid(deps, caller.id, { username: body.username, key: headers['idempotency-key'] }),
  });
