import type { VariableOf } from '#functions/environment.ts';
import type { lambdas, LambdaName } from '#functions/lambdas.ts';
import { once } from '#functions/base/async/once.ts';
import { DomainError } from '#functions/base/errors.ts';
import { createApp } from './app.ts';
import { cdnCheck } from './cdn.ts';
import type { Authenticator, FeatureContext, FeatureModule } from './context.ts';
import { fileOf, type GatewayEvent, type InvocationContext, requestOf, resultOf } from './gateway.ts';
import { Request } from './plain-fetch.ts';

/** Those that the table of Lambdas gives to `N`, each as its `feature.ts`. */
type Features<N extends LambdaName> = Readonly<
  Record<(typeof lambdas)[N]['features'][number], () => Promise<FeatureModule<VariableOf<N>>>>
>;

type HttpContext<N extends LambdaName> = FeatureContext<VariableOf<N> | 'ORIGIN_SECRETS'>;

/** Authenticates and counts every request before its route. */
interface GuardedContext<N extends LambdaName> extends HttpContext<N> {
  readonly authenticator: Authenticator;
}

/** Serves public answers; accepts no token. */
export const publicHandler = <N extends LambdaName>(context: HttpContext<N>, features: Features<N>) =>
  httpHandler<N>({ ...context, authenticator: acceptNoToken }, features);

const acceptNoToken: Authenticator = async () => {
  throw new DomainError('unauthenticated', 'log_in');
};

/** The first request for a feature creates its app, so that a start loads only the requested features. */
export function httpHandler<N extends LambdaName>(context: GuardedContext<N>, features: Features<N>) {
  const checkCdn = cdnCheck(context.environment.ORIGIN_SECRETS);
  const loaders = Object.entries<() => Promise<FeatureModule<VariableOf<N>>>>(features);
  const appOf = (segment: string | undefined) =>
    once(async () => {
      const matching = loaders.filter(([feature]) => segmentOf(feature) === segment);
      // One module may serve several routes.
      const modules = new Set(await Promise.all(matching.map(([, load]) => load())));
      const made = await Promise.all([...modules].map(({ feature }) => feature(context)));
      return createApp(context.authenticator, made.flat(), checkCdn, context.rates);
    });
  const apps = new Map(loaders.map(([feature]) => [segmentOf(feature), appOf(segmentOf(feature))] as const));
  const ofNothing = appOf(undefined);
  return async (event: GatewayEvent, invocation?: InvocationContext) => {
    const app = await (apps.get(event.rawPath.split('/')[2] ?? '') ?? ofNothing)();
    const { timeEpoch: arrivedMs, http } = event.requestContext;
    const { sourceIp } = http;
    const file = fileOf(event);
    const env = { lambdaContext: invocation, sourceIp, arrivedMs, file };
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
