import { realtimeRoutes } from '#shared/live/realtime.ts';
import { featureApp } from '#functions/http/route.ts';

export interface RealtimeOptions {
  readonly endpoint: string;
  readonly region: () => Promise<string>;
}

export const realtimeApp = ({ endpoint, region }: RealtimeOptions) =>
  featureApp(realtimeRoutes, {
    'GET /realtime': async () => ({
      endpoint,
      region: await region(),
    }),
  });
