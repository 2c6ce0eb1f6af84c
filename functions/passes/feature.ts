import { randomInt } from 'node:crypto';
import type { FeatureContext } from '#functions/http/context.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { passSigner } from './pass-signer.ts';
import { passesApp } from './passes.routes.ts';

export function feature({ environment, clock }: FeatureContext<'PASS_KEYS' | 'LIMITS'>) {
  const { viewers } = stageLimits(environment.LIMITS);
  return passesApp({
    signer: passSigner(environment.PASS_KEYS),
    pickAnonymousSlot: () => randomInt(viewers),
    clock,
  });
}
