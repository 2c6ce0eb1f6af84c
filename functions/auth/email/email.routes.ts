import type { Hono } from 'hono';
import { authRoutes } from '../../../shared/auth.ts';
import type { Env } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { accountSettings, changeEmail, confirmEmail, sendCodeAgain } from './email.service.ts';
import type { EmailPorts } from './ports.ts';

/** The caller's e-mail address, and the codes that prove it. */
export function serveEmail(app: Hono<Env>, ports: EmailPorts): void {
  serve(app, authRoutes, 'GET /auth/account', ({ caller }) => accountSettings(ports, caller.id));
  serve(app, authRoutes, 'POST /auth/email', ({ caller: { id: accountId, sessionId }, body }) =>
    changeEmail(ports, { accountId, sessionId }, body),
  );
  serve(app, authRoutes, 'POST /auth/email/code', ({ caller }) => sendCodeAgain(ports, caller.id));
  serve(app, authRoutes, 'POST /auth/email/confirm', async ({ caller, body, note }) => {
    const user = await confirmEmail(ports, caller.id, body.code);
    note({ email: 'proven' });
    return user;
  });
}
