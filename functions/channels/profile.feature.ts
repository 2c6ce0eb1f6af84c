import type { FeatureContext } from '#functions/http/context.ts';
import { pictureDiscard } from '#functions/videos/discard.service.ts';
import { workWrite } from '#functions/videos/table/work.repository.ts';
import { profileApp } from './channels.routes.ts';
import { detailsRepository } from './table/details.repository.ts';

/** Apart from the other routes, because it deletes pictures. */
export const feature = ({ table, clock }: FeatureContext) =>
  profileApp({
    details: detailsRepository(table, (channelId, url) => [
      workWrite(table, pictureDiscard(channelId, url, clock())),
    ]),
  });
