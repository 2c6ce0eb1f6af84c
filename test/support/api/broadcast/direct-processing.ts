import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import type { ReplayFilms } from '#functions/browser-stream/replay-videos.ts';
import type { LocalApi } from '../local-api.ts';
import { noCosts } from '../no-costs.ts';
import { owned } from '../owned.ts';

interface DirectProcessing {
  readonly ports: ProcessingDeps;
  readonly deleteVideo: (id: string) => Promise<unknown>;
}

interface ProcessingOptions {
  /** The one broadcast that ticks process. */
  readonly id: () => string;
  readonly clock: () => number;
  /** Receives the films from which ladders would be made. */
  readonly improve: (films: ReplayFilms) => void;
}

/** What the events Lambda has, but that films are taken down in place of being made a ladder of. */
export async function directProcessing(
  site: LocalApi,
  { id, clock, improve }: ProcessingOptions,
): Promise<DirectProcessing> {
  const { processingAdapters } = await import('#functions/browser-stream/processing.adapters.ts');
  const { transcodeAdapters } = await import('#functions/videos/transcode.adapters.ts');
  const { discardFiles } = await import('#functions/videos/discard.service.ts');
  const { publishReplay } = await import('#functions/videos/replays.service.ts');
  const environment = {
    UPLOADS_BUCKET: site.storage?.uploadsBucket ?? '',
    MEDIA_BUCKET: site.storage?.mediaBucket ?? '',
    RECORDINGS_BUCKET: site.storage?.recordingsBucket ?? '',
    TRANSCODER_ROLE_ARN: '',
    VIDEOS_QUEUE_ARN: '',
    WINDOWS_QUEUE_ARN: '',
    LIMITS: 'cloud',
    BROADCAST_WINDOW_MS: '2000',
    BROADCAST_JOBS_PER_SECOND: '5',
  };
  const preparing = transcodeAdapters(site.table, environment);
  const adapters = processingAdapters(site.table, environment);
  const { broadcasts } = adapters;
  const ports: ProcessingDeps = {
    ...adapters,
    costs: noCosts,
    broadcasts: {
      ...broadcasts,
      listActive: async () => (await broadcasts.listActive()).filter((active) => active === id()),
    },
    videos: {
      publish: (replay) => publishReplay(preparing, replay),
      discard: (files) => discardFiles(preparing, files),
      exists: async (videoId) => (await preparing.videos.find(videoId)) !== null,
      improve: async (films) => improve(films),
      storyboard: () => '',
    },
    clock,
  };
  return {
    ports,
    deleteVideo: (videoId) => preparing.videos.remove(owned({ id: videoId }), { sinceMs: 0, dueMs: 0 }),
  };
}
