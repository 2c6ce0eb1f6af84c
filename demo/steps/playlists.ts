import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { DemoPlaylist } from '../cast/playlists.ts';
import { eachItem, type StepOptions } from './each-item.ts';
import type { Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface PlaylistsOptions extends StepOptions {
  readonly playlists: readonly DemoPlaylist[];
}

/** Makes missing playlists, and adds their missing videos. */
export async function makePlaylists({ playlists, ...options }: PlaylistsOptions): Promise<void> {
  options.say('Making playlists');
  await eachItem(options, {
    items: playlists,
    failed: ({ title }) => `The playlist '${title}' is not complete`,
    act: (person, playlist) => makePlaylist(person, playlist, options),
  });
}

async function makePlaylist(
  { api }: Person,
  { title, description, videos }: DemoPlaylist,
  { people, signal }: StepOptions,
): Promise<void> {
  const own = await api.call('GET /library/playlists', { query: { limit: PAGE_LIMIT_MAX } });
  const body = { title, description, visibility: 'public' } as const;
  const { id } =
    own.find((known) => known.title === title) ??
    (await api.call('POST /library/playlists', { body, headers: {} }));
  for (const { username, title: wanted } of videos) {
    const owner = people.get(username);
    if (!owner) continue;
    const video = await readyVideo(owner, wanted, signal);
    const params = { id, kind: 'video', entry_id: video.id } as const;
    await api.call('PUT /library/playlists/{id}/entries/{kind}/{entry_id}', { params });
  }
}
