import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../api.ts';
import { smallTalk } from '../cast/conversations.ts';
import type { People, Person } from '../steps/people.ts';
import { broadcast, isSentElsewhere } from './broadcast.ts';
import { overheadFan } from '../film/ceiling-fan-scene.ts';
import { repeatLines, watch } from './company.ts';
import { deskFan } from '../film/desk-fan-scene.ts';
import { renderLoop } from '../film/loop.ts';
import { SCENE_HEIGHT, type SceneOf } from '../film/scene.ts';

interface Show {
  readonly sceneOf: SceneOf;
  /** Number of blades, with which viewers see the speed on the video; absent for fans too slow for the meter. */
  readonly blades?: number;
}

/** The live channels and their scenes. */
const programme: Readonly<Record<string, Show>> = {
  BreezyBea: { sceneOf: deskFan, blades: 3 },
  CaptainCeiling: { sceneOf: overheadFan },
};

export interface LiveOptions {
  readonly people: People;
  readonly siteUrl: string;
  /** Height of the films in pixels. @default the scene's */
  readonly heightPx?: number | undefined;
  /** Ends all streams. */
  readonly signal: AbortSignal;
  /** Returns the API as a person, not aborted by `signal`. */
  readonly steadyApi: (person: Person) => Api;
  readonly say: (words: string) => void;
}

/** Goes live with all channels until `signal`, with viewers who chat. Resolves when every stream has ended. */
export async function goLive(options: LiveOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-demo-'));
  try {
    const streams: Promise<void>[] = [];
    for (const [username, { sceneOf, blades }] of Object.entries(programme)) {
      const host = options.people.get(username);
      if (!host) continue;
      // One after another, because filming uses a whole core.
      const film = await filmOf(options, host, sceneOf, folder);
      if (film) streams.push(hostStream(options, host, film, blades));
    }
    await Promise.all(streams);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the path of the film; `null` if none is needed or possible. */
async function filmOf(
  { heightPx = SCENE_HEIGHT, signal, say }: LiveOptions,
  host: Person,
  sceneOf: SceneOf,
  folder: string,
): Promise<string | null> {
  const { displayName, username, scenery } = host.channel;
  try {
    if (!(await isSentElsewhere(host, signal))) {
      say(`Filming for ${displayName}`);
      return await renderLoop(sceneOf(scenery, heightPx / SCENE_HEIGHT), folder, username, signal);
    }
    say(`${displayName} is live already, from another run; left as it is`);
  } catch (error) {
    if (!signal.aborted) say(`${displayName}: ${wordsOf(error)}`);
  }
  return null;
}

async function hostStream(
  options: LiveOptions,
  host: Person,
  film: string,
  blades: Show['blades'],
): Promise<void> {
  const { signal, steadyApi, siteUrl, say } = options;
  const { displayName, username } = host.channel;
  const over = new AbortController();
  const whileLive = AbortSignal.any([signal, over.signal]);
  let isBroken = false;
  let hasCompany = false;
  const onAir = (): void => {
    isBroken = false;
    say(`${displayName} is live: ${siteUrl}/channel/${username}`);
    if (!hasCompany) keepCompany(options, host, whileLive);
    hasCompany = true;
  };
  const onBreak = (): void => {
    if (!isBroken) say(`The site does not accept ${displayName}'s stream; retrying`);
    isBroken = true;
  };
  try {
    if (blades !== undefined) await host.api.call('PATCH /streamers/status', { body: { meter: { blades } } });
    const outcome = await broadcast({
      person: host,
      film,
      signal,
      steadyApi: steadyApi(host),
      onAir,
      onBreak,
    });
    if (outcome === 'ended elsewhere') say(`${displayName}'s stream was ended elsewhere`);
  } catch (error) {
    say(`${displayName}: ${wordsOf(error)}`);
  } finally {
    over.abort();
  }
}

/** Makes followers watch, and people chat, until `signal`. */
function keepCompany({ people }: LiveOptions, host: Person, signal: AbortSignal): void {
  const { username } = host.channel;
  const viewers = [...people.values()].filter(({ channel }) => channel.follows.includes(username));
  const company = [
    repeatLines(host, smallTalk[username] ?? [], people, signal),
    ...viewers.map((viewer) => watch(viewer, host, signal)),
  ];
  // They end with the stream; nothing else waits for them.
  for (const one of company) one.catch(() => {});
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
