import { ulid } from 'ulid';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { budgetsOf } from '#functions/limits/limits.adapters.ts';
import { picturesApp } from './pictures.routes.ts';

export const feature = ({ table, environment }: LambdaContext<'publishing'>) =>
  picturesApp({
    pictures: lazyPort(async () => {
      const { pictureStorage } = await import('./pictures.s3.ts');
      return pictureStorage({
        uploadsBucket: environment.UPLOADS_BUCKET,
        mediaBucket: environment.MEDIA_BUCKET,
      });
    }),
    budgets: budgetsOf(table, environment),
    newId: () => ulid(),
  });
