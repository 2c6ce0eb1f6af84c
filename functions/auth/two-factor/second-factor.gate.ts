import { DomainError } from '../../base/errors.ts';
import type { SecondFactorGate } from '../ports.ts';
import { turnedOff } from './second-factor.ts';
import { type SecondFactorPorts, changedMeanwhile, takeCode } from './take-code.ts';

/** A concurrent code may win. */
const ATTEMPTS = 3;

export const secondFactorGate = (ports: SecondFactorPorts): SecondFactorGate => ({
  isOn: async (accountId) => (await ports.secondFactors.find(accountId)).isOn,
  require: async (accountId, code) => {
    const known = await ports.secondFactors.find(accountId);
    if (!known.isOn) return;
    if (code === undefined)
      throw new DomainError('second_factor_required', 'Enter the code that your authenticator app shows.');
    await takeCode(ports, { accountId, known, code, refusal: 'invalid_credentials' });
  },
  turnOff: async (accountId) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const known = await ports.secondFactors.find(accountId);
      if (known.secret === '') return;
      if (await ports.secondFactors.replace(accountId, known, turnedOff(known))) return;
    }
    throw changedMeanwhile();
  },
});
