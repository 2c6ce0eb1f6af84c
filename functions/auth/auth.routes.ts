import { authRoutes } from '../../shared/people/auth.ts';
import type { FeatureApp } from '../http/context.ts';
import { featureApp } from '../http/route.ts';
import { changePassword, currentUser, forgotPassword, logIn, resetPassword, signUp } from './auth.service.ts';
import type { AuthPorts } from './ports.ts';
import { serveSessions, signedInAs } from './sessions.routes.ts';
import { deviceOf, keepMark, withCookies } from './session.cookie.ts';

export function authApp(ports: AuthPorts): FeatureApp {
  const app = featureApp(authRoutes, {
    'POST /auth/signup': async ({ body, client, note }) =>
      withCookies(client, await signUp(ports, body, deviceOf(client), note)),
    'POST /auth/login': async ({ body, client, note }) =>
      withCookies(client, await logIn(ports, body, deviceOf(client), note)),
    'GET /auth/me': ({ caller }) => currentUser(ports, caller.id),
    'DELETE /auth/me': async ({ caller, body }) => {
      const { requestDeletion } = await import('./request-deletion.service.ts');
      await requestDeletion(ports, signedInAs(caller), body.password);
    },
    'POST /auth/forgot-password': async ({ body }) => void (await forgotPassword(ports, body.username)),
    'POST /auth/reset-password': async ({ body, client }) =>
      keepMark(client, await resetPassword(ports, body, deviceOf(client))),
    'POST /auth/change-password': async ({ caller, body, client }) =>
      keepMark(client, await changePassword(ports, signedInAs(caller), body, deviceOf(client))),
  });
  serveSessions(app, ports);
  return app;
}
