import { DomainError } from '../../errors.ts';
import type { SecondFactorGate } from '../ports.ts';
import type { SecondFactorPorts } from './ports.ts';
import { takeCode } from './take-code.ts';

/** What logging in asks for besides the password. */
export const secondFactorGate = (ports: SecondFactorPorts): SecondFactorGate => ({
  isOn: async (accountId) => (await ports.secondFactors.find(accountId)).isOn,
  require: async (accountId, code) => {
    const known = await ports.secondFactors.find(accountId);
    if (!known.isOn) return;
    if (code === undefined)
      throw new DomainError('second_factor_required', 'Enter the code that your authenticator app shows.');
    await takeCode(ports, { accountId, known, code, refusal: 'invalid_credentials' });
  },
});
