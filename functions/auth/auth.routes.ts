import { Hono } from 'hono/tiny';
import { authRoutes } from '../../shared/auth.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { deviceWords } from '../sessions/device.ts';
import { changePassword, currentUser, forgotPassword, logIn, resetPassword, signUp } from './auth.service.ts';
import { leave } from './deletion/leave.service.ts';
import type { AuthPorts } from './ports.ts';
import { serveSessions } from './sessions.routes.ts';
import { withCookie } from './session.cookie.ts';

export function authApp(ports: AuthPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, authRoutes, 'POST /auth/signup', async ({ body, client }) =>
    withCookie(client, await signUp(ports, body, deviceWords(client.agent))),
  );
  serve(app, authRoutes, 'POST /auth/login', async ({ body, client, note }) =>
    withCookie(client, await logIn(ports, body, deviceWords(client.agent), note)),
  );
  serve(app, authRoutes, 'GET /auth/me', ({ caller }) => currentUser(ports, caller.id));
  serve(
    app,
    authRoutes,
    'DELETE /auth/me',
    async ({ caller, body }) => void (await leave(ports, caller.id, body.password)),
  );
  serve(
    app,
    authRoutes,
    'POST /auth/forgot-password',
    async ({ body }) => void (await forgotPassword(ports, body.username)),
  );
  serve(
    app,
    authRoutes,
    'POST /auth/reset-password',
    async ({ body }) => void (await resetPassword(ports, body)),
  );
  serve(
    app,
    authRoutes,
    'POST /auth/change-password',
    async ({ caller: { id: accountId, sessionId }, body }) =>
      void (await changePassword(ports, { accountId, sessionId }, body)),
  );
  serveSessions(app, ports);
  return app;
}
