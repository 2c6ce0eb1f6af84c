import { once } from './base/async/once.ts';
import { readEnvironment } from './environment.ts';
import { type Claims, isOwnersPass, passSigner } from './passes/pass-signer.ts';
import { authorizeListening } from './realtime/listening.handlers.ts';

const environment = readEnvironment('realtime');
const signer = passSigner(environment.PASS_KEYS);

/** Loaded by the first subscription, because connections need no table. */
const counter = once(async () => {
  const [{ openTable }, { rateCounterOf }, { subscriptionPartition }, { countSubscription }] =
    await Promise.all([
      import('./aws/table/table.ts'),
      import('./limits/limits.adapters.ts'),
      import('./realtime/subscriptions.item.ts'),
      import('./realtime/subscriptions.service.ts'),
    ]);
  const rates = rateCounterOf(openTable(environment.TABLE_NAME), environment, subscriptionPartition);
  return (claims: Claims) => countSubscription(rates, claims);
});

export const handler = authorizeListening({
  claimsOf: (pass) => signer.read(pass, Date.now()),
  isOwners: (claims) => isOwnersPass(signer, claims),
  countSubscription: async (claims) => (await counter())(claims),
});
