import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFilm, requireFfmpeg } from '../visit/film.ts';
import { signUp } from '../visit/visitor.ts';
import { STEP_NAMES, steps, WITHOUT_FILM, type Scene, type StepName } from './steps.ts';
import { Tally } from './tally.ts';

export interface SmokeOptions {
  /** Without a slash at its end. */
  readonly siteUrl: string;
  /** @default all */
  readonly only?: readonly StepName[];
  /** Aborts the test; what it has created is deleted nevertheless. */
  readonly signal: AbortSignal;
  readonly say: (words: string) => void;
}

/**
 * Uses a site as people do. Runs each step even if a previous one failed, and reports each result. The account that it
 * creates is deleted at the end with everything it owns, whatever happens before. Returns how many steps failed.
 */
export async function smoke({ siteUrl, only = STEP_NAMES, signal, say }: SmokeOptions): Promise<number> {
  const needsFilm = only.some((name) => !WITHOUT_FILM.includes(name));
  if (needsFilm) await requireFfmpeg();
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-smoke-'));
  const tally = new Tally(say);
  try {
    const film = needsFilm ? await makeFilm(folder) : '';
    const visitor = await tally.count('sign-up', async () => {
      const visitor = await signUp(siteUrl, 'smoke', signal);
      return { found: visitor.username, visitor };
    });
    if (!visitor) return tally.failures;
    const scene = { ...visitor, film, folder, signal };
    await takeSteps(scene, only, tally);
    await tally.count('leave', async () => {
      await scene.visitor.leave();
      return { found: 'the account is deleted with all its content' };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally.failures;
}

async function takeSteps(scene: Scene, only: readonly StepName[], tally: Tally): Promise<void> {
  for (const name of only) {
    if (!scene.signal.aborted) await tally.count(name, async () => ({ found: await steps[name](scene) }));
  }
}
