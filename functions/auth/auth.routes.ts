import { accessTokensRoutes } from '#shared/people/access-tokens.ts';
import { authRoutes } from '#shared/people/auth.ts';
import type { FeatureApp } from '#functions/http/context.ts';
import { featureApp, serve } from '#functions/http/route.ts';
import { currentUser, logIn } from './auth.service.ts';
import type { AuthDeps } from './ports.ts';
import {
  endSession,
  endSessionOf,
  endSessions,
  listSessions,
  refreshSession,
} from './sessions/sessions.service.ts';
import {
  deviceOf,
  keepMark,
  refreshTokenOf,
  withCookies,
  withoutSession,
} from './sessions/session-cookie.ts';

export function authApp(ports: AuthDeps): FeatureApp {
  const app = featureApp(authRoutes, {
    'POST /auth/signup': async ({ body, client, note }) => {
      const { signUp } = await import('./sign-up.service.ts');
      return withCookies(client, await signUp(ports, body, deviceOf(client), note));
    },
    'POST /auth/login': async ({ body, client, note }) =>
      withCookies(client, await logIn(ports, body, deviceOf(client), note)),
    'GET /auth/me': ({ caller }) => currentUser(ports, caller.id),
    'DELETE /auth/me': async ({ caller, body }) => {
      const { requestDeletion } = await import('./request-deletion.service.ts');
      await requestDeletion(ports, caller, body.password);
    },
    'PUT /auth/language': async ({ caller, body }) => {
      const { chooseLanguage } = await import('./language.service.ts');
      return chooseLanguage(ports, caller.id, body.language);
    },
  });
  servePasswords(app, ports);
  serveSessions(app, ports);
  serveEmail(app, ports);
  serveTwoFactor(app, ports);
  serveAccessTokens(app, ports);
  return app;
}

function servePasswords(app: FeatureApp, ports: AuthDeps): void {
  const service = () => import('./new-password.service.ts');
  serve(app, authRoutes, {
    'POST /auth/forgot-password': async ({ body }) => (await service()).forgotPassword(ports, body.username),
    'POST /auth/reset-password': async ({ body, client }) =>
      keepMark(client, await (await service()).resetPassword(ports, body, deviceOf(client))),
    'POST /auth/change-password': async ({ caller, body, client }) =>
      keepMark(client, await (await service()).changePassword(ports, caller, body, deviceOf(client))),
  });
}

function serveSessions(app: FeatureApp, ports: AuthDeps): void {
  serve(app, authRoutes, {
    'POST /auth/refresh': async ({ client }) =>
      withCookies(client, await refreshSession(ports, refreshTokenOf(client) ?? '')),
    'POST /auth/logout': async ({ caller, client }) => {
      const refreshToken = refreshTokenOf(client);
      if (caller) await endSession(ports, caller);
      if (refreshToken) await endSessionOf(ports, refreshToken);
      withoutSession(client);
    },
    'GET /auth/sessions': ({ caller }) => listSessions(ports, caller),
    'DELETE /auth/sessions': async ({ caller, client }) => {
      await endSessions(ports, caller.id);
      withoutSession(client);
    },
    'DELETE /auth/sessions/{id}': ({ caller, params }) =>
      endSession(ports, { id: caller.id, sessionId: params.id }),
  });
}

function serveEmail(app: FeatureApp, ports: AuthDeps): void {
  const service = () => import('./email/email.service.ts');
  serve(app, authRoutes, {
    'GET /auth/account': async ({ caller }) => (await service()).accountSettings(ports, caller.id),
    'POST /auth/email': async ({ caller, body }) => (await service()).changeEmail(ports, caller, body),
    'POST /auth/email/code': async ({ caller }) => (await service()).sendCodeAgain(ports, caller.id),
    'POST /auth/email/confirm': async ({ caller, body, note }) => {
      const user = await (await service()).confirmEmail(ports, caller.id, body.code);
      note({ email: 'proven' });
      return user;
    },
  });
}

/** Logs when it is turned on or off. */
function serveTwoFactor(app: FeatureApp, ports: AuthDeps): void {
  const service = () => import('./two-factor/two-factor.service.ts');
  serve(app, authRoutes, {
    'GET /auth/two-factor': async ({ caller }) => (await service()).twoFactorState(ports, caller.id),
    'POST /auth/two-factor': async ({ caller, body }) =>
      (await service()).beginTwoFactor(ports, caller, body.password),
    'POST /auth/two-factor/confirm': async ({ caller, body, client, note }) => {
      const { turnOnTwoFactor } = await service();
      const { codes, mark } = await turnOnTwoFactor(ports, caller, body.code, deviceOf(client));
      note({ second_factor: 'turned on' });
      keepMark(client, mark);
      return codes;
    },
    'POST /auth/two-factor/recovery-codes': async ({ caller, body, note }) => {
      const codes = await (await service()).renewRecoveryCodes(ports, caller, body);
      note({ second_factor: 'new recovery codes' });
      return codes;
    },
    'DELETE /auth/two-factor': async ({ caller, body, note }) => {
      await (await service()).turnOffTwoFactor(ports, caller, body);
      note({ second_factor: 'turned off' });
    },
  });
}

/** Logs when one is made or revoked. */
function serveAccessTokens(app: FeatureApp, ports: AuthDeps): void {
  const service = () => import('./sessions/access-tokens.service.ts');
  serve(app, accessTokensRoutes, {
    'GET /auth/access-tokens': async ({ caller }) => (await service()).listAccessTokens(ports, caller.id),
    'POST /auth/access-tokens': async ({ caller, body, note }) => {
      const created = await (await service()).createAccessToken(ports, caller, body);
      note({ access_token: 'created' });
      return created;
    },
    'DELETE /auth/access-tokens/{id}': async ({ caller, params, note }) => {
      await (await service()).revokeAccessToken(ports, caller.id, params.id);
      note({ access_token: 'revoked' });
    },
  });
}
