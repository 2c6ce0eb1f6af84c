import { channelNames } from '#functions/channels/table/channels.repository.ts';
import { withClipCleanup } from '#functions/composition/clip-cleanup.ts';
import { viewerByPass } from '#functions/composition/viewer-by-pass.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { addPlayed } from '#functions/statistics/index.ts';
import { findOpenVideo } from './table/open-video.repository.ts';
import { captionsRepository } from './captions/captions.repository.ts';
import { transcodeAdapters } from './transcode.adapters.ts';
import { videosApp } from './videos.routes.ts';

export function feature(context: LambdaContext<'publishing'>) {
  const { table, environment } = context;
  return videosApp({
    ...withClipCleanup(table, transcodeAdapters(table, environment)),
    names: channelNames(table),
    captions: captionsRepository(table),
    viewerOf: viewerByPass('video', context),
    findOpen: (id) => findOpenVideo(table, id),
    addPlayed: (id, played, nowMs) => addPlayed(table, id, played, nowMs),
  });
}
