import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { DemoPlaylist } from '../cast/playlists.ts';
import type { People, Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface PlaylistsOptions {
  readonly people: People;
  readonly playlists: readonly DemoPlaylist[];
  readonly signal: AbortSignal;
  readonly say: (words: string) => void;
}

/** Makes missing playlists, and adds their missing videos; reports failures and continues with the next. */
export async function makePlaylists({ people, playlists, signal, say }: PlaylistsOptions): Promise<void> {
  say('Making playlists');
  for (const playlist of playlists) {
    const person = people.get(playlist.username);
    if (!person) continue;
    try {
      await makePlaylist(person, playlist, people, signal);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      say(`The playlist '${playlist.title}' is not complete: ${reason}`);
    }
  }
}

async function makePlaylist(
  { api }: Person,
  { title, description, videos }: DemoPlaylist,
  people: People,
  signal: AbortSignal,
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
