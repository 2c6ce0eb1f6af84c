import { Hono } from 'hono/tiny';
import { authRoutes } from '../../shared/people/auth.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { changePassword, currentUser, forgotPassword, logIn, resetPassword, signUp } from './auth.service.ts';
import type { AuthPorts } from './ports.ts';
import { serveSessions, signedInAs } from './sessions.routes.ts';
import { deviceOf, keepMark, withCookies } from './session.cookie.ts';

export function authApp(ports: AuthPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, authRoutes, 'POST /auth/signup', async ({ body, client, note }) =>
    withCookies(client, await signUp(ports, body, deviceOf(client), note)),
  );
  serve(app, authRoutes, 'POST /auth/login', async ({ body, client, note }) =>
    withCookies(client, await logIn(ports, body, deviceOf(client), note)),
  );
  serve(app, authRoutes, 'GET /auth/me', ({ caller }) => currentUser(ports, caller.id));
  serve(app, authRoutes, 'DELETE /auth/me', async ({ caller, body }) => {
    const { requestDeletion: leave } = await import('./request-deletion.service.ts');
    await leave(ports, signedInAs(caller), body.password);
  });
  serve(
    app,
    authRoutes,
    'POST /auth/forgot-password',
    async ({ body }) => void (await forgotPassword(ports, body.username)),
  );
  serve(app, authRoutes, 'POST /auth/reset-password', async ({ body, client }) =>
    keepMark(client, await resetPassword(ports, body, deviceOf(client))),
  );
  serve(app, authRoutes, 'POST /auth/change-password', async ({ caller, body, client }) =>
    keepMark(client, await changePassword(ports, signedInAs(caller), body, deviceOf(client))),
  );
  serveSessions(app, ports);
  return app;
}
