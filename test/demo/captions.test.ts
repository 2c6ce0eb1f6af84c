import { expect, it } from 'vitest';
import { captions } from '#demo/cast/captions.ts';
import { cast } from '#demo/cast/cast.ts';
import { videos } from '#demo/cast/videos.ts';
import { LOOP_S } from '#demo/film/scene.ts';
import { addCaptions, vttOf } from '#demo/steps/captions.ts';

it('captions of the demo belong to its videos, and end with them', () => {
  for (const { username, video, lines } of captions) {
    expect(videos.map((one) => [one.username, one.title])).toContainEqual([username, video]);
    expect(vttOf(lines)).toContain(`--> 00:00:0${LOOP_S}.000`);
  }
});

it('captions of the demo are added once, in each language', async () => {
  const [one] = captions;
  const sent: unknown[] = [];
  const present = [{ language: 'en', label: 'English', url: '/media/en.vtt' }];
  const api = {
    call: async (name: string, options: unknown) => {
      if (name !== 'GET /videos') return sent.push(options);
      return [{ id: 'v', title: one!.video, status: 'ready', captions: present }];
    },
  };
  const channel = cast.find(({ username }) => username === one!.username)!;
  const people = new Map([
    [channel.username, { channel, id: 'c', bearer: { token: 't' }, api: api as never }],
  ]);
  const { signal } = new AbortController();
  const ofVideo = captions.filter(({ video }) => video === one!.video);
  const said: string[] = [];
  await addCaptions({ people, captions: ofVideo, signal, say: (words) => said.push(words) });
  expect(sent).toEqual([
    {
      params: { id: 'v', language: 'de' },
      body: { label: 'Deutsch', text: expect.stringContaining('Gerald, ist es Zeit fürs Bett?') },
    },
  ]);
  expect(said).toEqual(['Adding captions']);
});
