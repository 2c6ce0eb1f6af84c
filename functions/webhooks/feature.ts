import type { FeatureContext } from '#functions/http/context.ts';
import { deliveriesRepository } from './table/deliveries.repository.ts';
import { webhooksRepository } from './table/webhooks.repository.ts';
import { webhooksApp } from './webhooks.routes.ts';

export const feature = ({ table, environment, clock }: FeatureContext<'WEBHOOKS_TO_PRIVATE'>) =>
  webhooksApp({
    webhooks: webhooksRepository(table),
    deliveries: deliveriesRepository(table),
    allowsPrivate: environment.WEBHOOKS_TO_PRIVATE === 'yes',
    clock,
  });
