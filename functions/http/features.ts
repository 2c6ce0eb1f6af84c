import type { lambdas, LambdaName } from '../lambdas.ts';
import type { RateCounter } from '../limits/ports.ts';
import { once } from '../base/once.ts';
import { createApp } from './app.ts';
import type { CdnCheck } from './cdn.ts';
import type { Authenticator, FeatureApp } from './context.ts';
import { fileOf, type GatewayEvent, type InvocationContext, requestOf, resultOf } from './gateway.ts';

/** How the app of each feature is made that the table of Lambdas gives to `N`; no more, no fewer. */
export type Features<N extends LambdaName> = Readonly<
  Record<(typeof lambdas)[N]['features'][number], () => Promise<FeatureApp>>
>;

/** Who is let in to any feature. */
export interface Gate {
  readonly authenticator: Authenticator;
  readonly checkCdn: CdnCheck;
  /** @default nobody is counted */
  readonly rates?: RateCounter;
}

/**
 * The handler of a Lambda behind the HTTP API (payload format 2.0). What it serves is made by the first request for it:
 * a start need not load the features that it is not asked for.
 */
export function featuresHandler<N extends LambdaName>(
  { authenticator, checkCdn, rates }: Gate,
  features: Features<N>,
) {
  const makers = Object.entries<() => Promise<FeatureApp>>(features);
  const appOf = (segment: string | undefined) =>
    once(async () => {
      const asked = makers.filter(([feature]) => segmentOf(feature) === segment);
      return createApp(authenticator, await Promise.all(asked.map(([, make]) => make())), checkCdn, rates);
    });
  const apps = new Map(makers.map(([feature]) => [segmentOf(feature), appOf(segmentOf(feature))] as const));
  const ofNothing = appOf(undefined);
  return async (event: GatewayEvent, context?: InvocationContext) => {
    const app = await (apps.get(event.rawPath.split('/')[2] ?? '') ?? ofNothing)();
    const { sourceIp } = event.requestContext.http;
    const file = fileOf(event);
    return resultOf(await app.fetch(wellFormed(event, file), { lambdaContext: context, sourceIp, file }));
  };
}

/** What is no request at all is answered as an address that nothing is at. */
function wellFormed(event: GatewayEvent, file: ReturnType<typeof fileOf>): Request {
  try {
    return requestOf(event, file);
  } catch {
    return new Request('https://nowhere.invalid/');
  }
}

/** `streaming`, and `PATCH /streamers/status`: the first segment below `/api`. */
const segmentOf = (feature: string): string => feature.split('/')[1] ?? feature;
