import { authRoutes } from '../../../shared/people/auth.ts';
import type { FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { deviceOf, keepMark } from '../session.cookie.ts';
import { signedInAs } from '../sessions.routes.ts';
import type { TwoFactorPorts } from './two-factor.service.ts';

const service = () => import('./two-factor.service.ts');

/** The caller's second factor. Logs when it is turned on or off. */
export function serveTwoFactor(app: FeatureApp, ports: TwoFactorPorts): void {
  serve(app, authRoutes, {
    'GET /auth/two-factor': async ({ caller }) => (await service()).twoFactorState(ports, caller.id),
    'POST /auth/two-factor': async ({ caller, body }) =>
      (await service()).beginTwoFactor(ports, signedInAs(caller), body.password),
    'POST /auth/two-factor/confirm': async ({ caller, body, client, note }) => {
      const { turnOnTwoFactor } = await service();
      const { codes, mark } = await turnOnTwoFactor(ports, signedInAs(caller), body.code, deviceOf(client));
      note({ second_factor: 'turned on' });
      keepMark(client, mark);
      return codes;
    },
    'POST /auth/two-factor/recovery-codes': async ({ caller, body, note }) => {
      const codes = await (await service()).renewRecoveryCodes(ports, signedInAs(caller), body);
      note({ second_factor: 'new recovery codes' });
      return codes;
    },
    'DELETE /auth/two-factor': async ({ caller, body, note }) => {
      await (await service()).turnOffTwoFactor(ports, signedInAs(caller), body);
      note({ second_factor: 'turned off' });
    },
  });
}
