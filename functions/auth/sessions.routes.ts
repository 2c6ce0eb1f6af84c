import { authRoutes } from '../../shared/people/auth.ts';
import type { Caller, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import type { SignedIn } from './access-token.ts';
import type { SessionPorts } from './ports.ts';
import { refreshTokenOf, withCookies, withoutSession } from './session.cookie.ts';
import { endSession, endSessionOf, endSessions, listSessions, refreshSession } from './sessions.service.ts';

export function serveSessions(app: FeatureApp, ports: SessionPorts): void {
  serve(app, authRoutes, {
    'POST /auth/refresh': async ({ client }) =>
      withCookies(client, await refreshSession(ports, refreshTokenOf(client) ?? '')),
    'POST /auth/logout': async ({ caller, client }) => {
      const refreshToken = refreshTokenOf(client);
      if (caller) await endSession(ports, signedInAs(caller));
      if (refreshToken) await endSessionOf(ports, refreshToken);
      withoutSession(client);
    },
    'GET /auth/sessions': ({ caller }) => listSessions(ports, signedInAs(caller)),
    'DELETE /auth/sessions': async ({ caller, client }) => {
      await endSessions(ports, caller.id);
      withoutSession(client);
    },
    'DELETE /auth/sessions/{id}': ({ caller, params }) =>
      endSession(ports, { accountId: caller.id, sessionId: params.id }),
  });
}

export const signedInAs = ({ id: accountId, sessionId }: Caller): SignedIn => ({ accountId, sessionId });
