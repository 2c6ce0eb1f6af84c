import { captionSlot } from '#shared/plain/captions/live-captions.ts';
import type { SeededIds } from '../person/seeding.ts';

const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** A person whose data `seedPerson` has written. */
export interface SeededPerson {
  readonly id: string;
  /** In every text of theirs. */
  readonly name: string;
  readonly ids: SeededIds;
}

/** With which queries a route shows something of the person. @default none */
const queriesOf = ({ id, name }: SeededPerson): Readonly<Record<string, readonly string[]>> => ({
  'GET /streamers': ['', '?live=true', '?order=followers', '?order=newest'],
  'GET /clips': [`?channel=${id}`],
  'GET /videos': [`?channel=${id}`],
  'GET /search': [`?q=${name}`],
  'GET /search/suggestions': [`?q=${name.slice(0, 4)}`],
  'GET /fans': [`?q=${name}`, ''],
  'GET /comments/{kind}/{id}': ['', '?order=best'],
});

/** What stands for a parameter of an address, by its name. Each is tried with each route. */
const valuesOf = ({ id, name, ids }: SeededPerson): Readonly<Record<string, readonly string[]>> => ({
  username: [name],
  kind: ['video'],
  channel_id: [id],
  video_id: ids.videoIds.slice(0, 1),
  comment_id: [ids.commentId],
  stream_id: [ids.broadcastId],
  id: [id, ids.videoIds[0]!, ids.replayId, ids.clipId, ids.playlistId, 'Box%20Fans'],
  ids: [ids.fanIds.join()],
  maker: [name],
  model: ['desk-king'],
  part: [inDays(0), '2026-11-20'],
  page: ['0'],
  playlist: ['main.m3u8', 'en.m3u8'],
  slot: [String(captionSlot(ids.captionedAtMs))],
  file: ['en_0.vtt', '0-60000.vtt'],
});

/** The addresses of a route, with all values of its parameters. */
export function addressesOf(route: string, person: SeededPerson): readonly string[] {
  const values = valuesOf(person);
  let paths = [route.replace('GET ', '')];
  for (const [place, name = ''] of route.matchAll(/\{(\w+)\}/g))
    paths = paths.flatMap((path) => (values[name] ?? []).map((value) => path.replace(place, value)));
  return paths.flatMap((path) => (queriesOf(person)[route] ?? ['']).map((query) => path + query));
}
