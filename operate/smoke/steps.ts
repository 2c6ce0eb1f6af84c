/** The steps of the smoke test. */
import { liveByCamera, watchReplay } from '../visit/camera.ts';
import { chat } from '../visit/chat.ts';
import { cutFilm } from '../visit/film.ts';
import { checkChannelPage, openPage } from '../visit/page.ts';
import { liveBySoftware } from '../visit/software.ts';
import { uploadVideo } from '../visit/upload.ts';
import type { Visitor } from '../visit/visitor.ts';
import { wordsOf } from '../visit/watch.ts';

/** Segments are sent until the viewer has finished. */
const MAX_SEGMENTS = 90;

export interface Scene {
  readonly visitor: Visitor;
  /** Empty if no step needs it. */
  readonly film: string;
  /** Folder for temporary files. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Returns its result in a few words. Throws on failure. */
export type Step = (scene: Scene) => Promise<string>;

const seconds = (count: number): string => `${count.toFixed(1)} s`;

export const steps = {
  page: async ({ visitor: { siteUrl, username } }) => {
    await openPage(siteUrl);
    await openPage(siteUrl, `/channel/${username}`);
    await checkChannelPage(siteUrl, username);
    return 'the front page, and the channel’s with its title and in two more languages';
  },
  chat: async ({ visitor, signal }) => `heard after ${seconds(await chat(visitor, signal))}`,
  software: async ({ visitor, film, signal }) => {
    const seen = await liveBySoftware(visitor, film, signal);
    return `watched after ${seconds(seen.afterS)}: ${wordsOf(seen)}`;
  },
  camera: async ({ visitor, film, folder, signal }) => {
    const segments = await cutFilm(film, MAX_SEGMENTS, folder);
    const { streamId, ...seen } = await liveByCamera(visitor, segments, signal);
    const replayAfterS = await watchReplay(visitor, streamId, signal);
    return `watched after ${seconds(seen.afterS)}: ${wordsOf(seen)}; its replay ${seconds(replayAfterS)} after the end`;
  },
  upload: async ({ visitor, film, signal }) => {
    const video = await uploadVideo(visitor, film, signal);
    return `ready after ${seconds(video.afterS)}: ${wordsOf(video)}`;
  },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
/** Steps that do not send or watch video. */
export const WITHOUT_FILM: readonly StepName[] = ['page', 'chat'];
export const STEP_NAMES = Object.keys(steps) as readonly StepName[];
