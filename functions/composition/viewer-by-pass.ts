import type { FeatureContext } from '#functions/http/context.ts';
import { type Claims, passSigner } from '#functions/passes/pass-signer.ts';
import { viewerOf } from '#functions/passes/passes.service.ts';

/** Returns who watches something of this kind, by their pass. Throws as `viewerOf`. */
export function viewerByPass(
  kind: Claims['kind'],
  { environment, clock }: Pick<FeatureContext<'PASS_KEYS'>, 'environment' | 'clock'>,
): (pass: string, id: string) => string {
  const passes = { signer: passSigner(environment.PASS_KEYS), clock };
  return (pass, id) => viewerOf(passes, { kind, id }, pass);
}
