import type { lambdas, LambdaName } from '#functions/lambdas.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import { once } from '#functions/base/async/once.ts';
import { DomainError } from '#functions/base/errors.ts';
import { createApp } from './app.ts';
import { cdnCheck } from './cdn.ts';
import type { Authenticator, FeatureApp } from './context.ts';
import { fileOf, type GatewayEvent, type InvocationContext, requestOf, resultOf } from './gateway.ts';
import { Request } from './plain-fetch.ts';

/** The apps of the features that the table of Lambdas gives to `N`. */
type Features<N extends LambdaName> = Readonly<
  Record<(typeof lambdas)[N]['features'][number], () => Promise<FeatureApp>>
>;

interface HttpEnvironment {
  readonly ORIGIN_SECRETS: string;
}

/** Authenticates and counts every request before its route. */
interface Guards {
  readonly authenticator: Authenticator;
  /** @default none: counts nothing */
  readonly rates?: RateCounter;
}

/** Serves public answers; accepts no token. */
export const publicHandler = <N extends LambdaName>(
  environment: HttpEnvironment,
  features: Features<N>,
  rates?: RateCounter,
) => httpHandler(environment, { authenticator: acceptNoToken, ...(rates && { rates }) }, features);

const acceptNoToken: Authenticator = async () => {
  throw new DomainError('unauthenticated', 'log_in');
};

/** The first request for a feature creates its app, so that a start loads only the requested features. */
export function httpHandler<N extends LambdaName>(
  { ORIGIN_SECRETS }: HttpEnvironment,
  { authenticator, rates }: Guards,
  features: Features<N>,
) {
  const checkCdn = cdnCheck(ORIGIN_SECRETS);
  const makers = Object.entries<() => Promise<FeatureApp>>(features);
  const appOf = (segment: string | undefined) =>
    once(async () => {
      const matching = makers.filter(([feature]) => segmentOf(feature) === segment);
      return createApp(authenticator, await Promise.all(matching.map(([, make]) => make())), checkCdn, rates);
    });
  const apps = new Map(makers.map(([feature]) => [segmentOf(feature), appOf(segmentOf(feature))] as const));
  const ofNothing = appOf(undefined);
  return async (event: GatewayEvent, context?: InvocationContext) => {
    const app = await (apps.get(event.rawPath.split('/')[2] ?? '') ?? ofNothing)();
    const { timeEpoch: arrivedMs, http } = event.requestContext;
    const { sourceIp } = http;
    const file = fileOf(event);
    const env = { lambdaContext: context, sourceIp, arrivedMs, file };
    const request = wellFormed(event, file) as unknown as globalThis.Request;
    return resultOf(await app.fetch(request, env));
  };
}

/** An invalid request gets the answer of an unknown address. */
function wellFormed(event: GatewayEvent, file: ReturnType<typeof fileOf>): Request {
  try {
    return requestOf(event, file);
  } catch {
    return new Request('https://nowhere.invalid/');
  }
}

/** The first segment below `/api`, also of `PATCH /streamers/status`. */
const segmentOf = (feature: string): string => feature.split('/')[1] ?? feature;
