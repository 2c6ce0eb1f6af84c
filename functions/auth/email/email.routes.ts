import { authRoutes } from '../../../shared/people/auth.ts';
import type { FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { signedInAs } from '../sessions.routes.ts';
import type { EmailPorts } from './ports.ts';

const service = () => import('./email.service.ts');

export function serveEmail(app: FeatureApp, ports: EmailPorts): void {
  serve(app, authRoutes, {
    'GET /auth/account': async ({ caller }) => (await service()).accountSettings(ports, caller.id),
    'POST /auth/email': async ({ caller, body }) =>
      (await service()).changeEmail(ports, signedInAs(caller), body),
    'POST /auth/email/code': async ({ caller }) => (await service()).sendCodeAgain(ports, caller.id),
    'POST /auth/email/confirm': async ({ caller, body, note }) => {
      const { confirmEmail } = await service();
      const user = await confirmEmail(ports, caller.id, body.code);
      note({ email: 'proven' });
      return user;
    },
  });
}
