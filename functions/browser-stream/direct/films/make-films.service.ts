import type { PublishedFiles } from '../../adapters/published-files.s3.ts';
import type { BroadcastsRepository } from '../../table/broadcasts.repository.ts';
import type { FilmFiles } from '../../adapters/film-files.s3.ts';
import type { Broadcast, FilmsWork, Segment } from '../../broadcast.ts';
import { MAX_TRANSCODINGS } from '../../remakes.ts';
import { type FilmPlan, filmPlans, writeFilm } from './write-film.ts';

export interface FilmDeps {
  readonly broadcasts: Pick<BroadcastsRepository, 'readFilms' | 'replaceFilms'>;
  readonly films: FilmFiles;
  readonly published: Pick<PublishedFiles, 'read'>;
  readonly clock: () => number;
}

/** The maximum number of inputs of a MediaConvert job (User Guide, "Setting up an assembly workflow job"). */
const MAX_FILMS = 150;
/** No piece is started after this time; the Lambda has a minute. */
const WORK_MS = 35_000;
/** By then the writing process has ended or was killed. */
const LEASE_MS = 60_000;

/**
 * Resolves to the films' keys. `more`: call again. `busy`: another process writes. `too many`: too many gaps. `too often`:
 * there were films of too many other recordings.
 */
export async function makeFilms(
  deps: FilmDeps,
  broadcast: Broadcast,
  segments: readonly Segment[],
  generation: number,
): Promise<readonly string[] | 'more' | 'busy' | 'too many' | 'too often'> {
  const { broadcasts, clock } = deps;
  const plans = filmPlans(broadcast, segments, generation);
  if (plans.length > MAX_FILMS) return 'too many';
  const known = await broadcasts.readFilms(broadcast.id);
  const begun = known?.segments === generation ? known : undefined;
  if (begun && begun.dueMs > clock()) return 'busy';
  const recordings = (known?.recordings ?? 0) + (begun ? 0 : 1);
  if (recordings > MAX_TRANSCODINGS) return 'too often';
  const work: FilmsWork = {
    segments: generation,
    recordings,
    dueMs: clock() + LEASE_MS,
    version: (known?.version ?? 0) + 1,
    films: begun?.films ?? [],
  };
  if (!(await broadcasts.replaceFilms(broadcast.id, known, work))) return 'busy';
  const untilMs = clock() + WORK_MS;
  return writeAll(deps, broadcast, { plans, work, hasTime: () => clock() < untilMs });
}

interface Writing {
  readonly plans: readonly FilmPlan[];
  readonly work: FilmsWork;
  readonly hasTime: () => boolean;
}

async function writeAll(
  { broadcasts, films: files, published }: FilmDeps,
  broadcast: Broadcast,
  { plans, work, hasTime }: Writing,
): Promise<readonly string[] | 'more' | 'busy'> {
  let now = work;
  /** False if another process has taken over. */
  const save = async (change: Partial<FilmsWork>): Promise<boolean> => {
    const next = { ...now, ...change, version: now.version + 1 };
    const isOurs = await broadcasts.replaceFilms(broadcast.id, now, next);
    now = next;
    return isOurs;
  };
  for (const [index, plan] of plans.entries()) {
    if (!now.films[index]) {
      const film = { uploadId: await files.begin(plan.key), isWhole: false };
      if (!(await save({ films: [...now.films, film] }))) return 'busy';
    }
    const film = now.films[index]!;
    if (film.isWhole) continue;
    const isWhole = await writeFilm({ files, published, broadcast, plan, uploadId: film.uploadId, hasTime });
    const films = now.films.with(index, { ...film, isWhole });
    if (!(await save({ films, ...(!isWhole && { dueMs: 0 }) }))) return 'busy';
    if (!isWhole) return 'more';
  }
  return plans.map(({ key }) => key);
}
