import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import type { lambdas, LambdaName } from '../lambdas.ts';
import { once } from '../once.ts';
import { createApp } from './app.ts';
import type { Authenticator, FeatureApp } from './context.ts';

/** How the app of each feature is made that the table of Lambdas gives to `N`; no more, no fewer. */
export type Features<N extends LambdaName> = Readonly<
  Record<(typeof lambdas)[N]['features'][number], () => Promise<FeatureApp>>
>;

/**
 * The handler of a Lambda behind the HTTP API (payload format 2.0). What it serves is made by the first request for it:
 * a start need not load the features that it is not asked for.
 */
export function featuresHandler<N extends LambdaName>(authenticator: Authenticator, features: Features<N>) {
  const makers = Object.entries<() => Promise<FeatureApp>>(features);
  const handlerOf = (segment: string | undefined) =>
    once(async () => {
      const asked = makers.filter(([feature]) => segmentOf(feature) === segment);
      return handle(createApp(authenticator, await Promise.all(asked.map(([, make]) => make()))));
    });
  const handlers = new Map(
    makers.map(([feature]) => [segmentOf(feature), handlerOf(segmentOf(feature))] as const),
  );
  const ofNothing = handlerOf(undefined);
  return async (event: LambdaEvent, context?: LambdaContext) => {
    const segment = 'rawPath' in event ? event.rawPath.split('/')[2] : undefined;
    const handler = await (handlers.get(segment ?? '') ?? ofNothing)();
    return handler(event, context);
  };
}

/** `streaming`, and `PATCH /streamers/status`: the first segment below `/api`. */
const segmentOf = (feature: string): string => feature.split('/')[1] ?? feature;
