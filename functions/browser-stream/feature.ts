import { intakeDeps } from '#functions/composition/intake-deps.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { browserStreamApp } from './browser-stream.routes.ts';

export const feature = (context: LambdaContext<'publishing'>) => browserStreamApp(intakeDeps(context));
