import { webhooksRoutes } from '#shared/people/webhooks.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewSecret,
  sendAgain,
  sendTest,
  type WebhooksDeps,
} from './webhooks.service.ts';

/** Webhooks are found by the caller's own id, so that no caller reaches another's. */
export const webhooksApp = (deps: WebhooksDeps) =>
  featureApp(webhooksRoutes, {
    'GET /webhooks': ({ caller }) => listWebhooks(deps, caller.id),
    'POST /webhooks': ({ caller, body }) => createWebhook(deps, caller.id, body),
    'PUT /webhooks/{id}': ({ caller, params, body }) => changeWebhook(deps, caller.id, params.id, body),
    'DELETE /webhooks/{id}': ({ caller, params }) => deleteWebhook(deps, caller.id, params.id),
    'POST /webhooks/{id}/secret': ({ caller, params }) => renewSecret(deps, caller.id, params.id),
    'POST /webhooks/{id}/test': ({ caller, params }) => sendTest(deps, caller.id, params.id),
    'GET /webhooks/{id}/deliveries': ({ caller, params }) => listDeliveries(deps, caller.id, params.id),
    'POST /webhooks/{id}/deliveries/{delivery_id}': ({ caller, params }) =>
      sendAgain(deps, caller.id, params.id, params.delivery_id),
  });
