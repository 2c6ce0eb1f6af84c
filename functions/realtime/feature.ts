import type { FeatureContext } from '#functions/http/context.ts';
import { realtimeApp } from './realtime.routes.ts';

export const feature = ({ table, environment }: FeatureContext<'REALTIME_URL'>) =>
  realtimeApp({ endpoint: environment.REALTIME_URL, region: table.client.config.region });
