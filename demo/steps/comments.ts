import type { Comment } from '#shared/community/comments.ts';
import type { CommentedVideo, DemoComment } from '../cast/comments.ts';
import type { Line } from '../cast/conversations.ts';
import { eachItem, type StepOptions } from './each-item.ts';
import type { People, Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface CommentsOptions extends StepOptions {
  readonly commentedVideos: readonly CommentedVideo[];
}

/** Writes missing comments and likes. */
export async function postComments({ commentedVideos, ...options }: CommentsOptions): Promise<void> {
  const { people, signal, say } = options;
  say('Commenting on videos');
  await eachItem(options, {
    items: commentedVideos,
    failed: ({ video }) => `'${video}' lacks comments`,
    act: async (owner, { video, likedBy, comments }) => {
      const { id } = await readyVideo(owner, video, signal);
      await likeVideo(peopleOf(people, likedBy), id);
      await commentOn(owner, id, comments, people);
    },
  });
}

const peopleOf = (people: People, usernames: readonly string[]): Person[] =>
  usernames.flatMap((username) => people.get(username) ?? []);

const isBy =
  (username: string, text: string) =>
  (known: Comment): boolean =>
    known.username === username && known.text === text;

async function likeVideo(likers: readonly Person[], id: string): Promise<void> {
  for (const { api } of likers)
    await api.call('PUT /library/likes/{kind}/{id}', { params: { kind: 'video', id } });
}

async function commentOn(
  owner: Person,
  id: string,
  wanted: readonly DemoComment[],
  people: People,
): Promise<void> {
  const params = { kind: 'video', id } as const;
  const { comments: present } = await owner.api.call('GET /comments/{kind}/{id}', { params, query: {} });
  for (const { username, text, likedBy, replies } of wanted) {
    const author = people.get(username);
    if (!author) continue;
    const comment =
      present.find(isBy(username, text)) ??
      (await author.api.call('POST /comments/{kind}/{id}', { params, body: { text }, headers: {} }));
    const ofComment = { ...params, comment_id: comment.id };
    for (const { api } of peopleOf(people, likedBy))
      await api.call('PUT /comments/{kind}/{id}/{comment_id}/like', { params: ofComment });
    await replyTo(owner, ofComment, replies, people);
  }
}

async function replyTo(
  owner: Person,
  params: { readonly kind: 'video'; readonly id: string; readonly comment_id: string },
  replies: readonly Line[],
  people: People,
): Promise<void> {
  const route = 'GET /comments/{kind}/{id}/{comment_id}/replies';
  const { comments: present } = await owner.api.call(route, { params, query: {} });
  for (const [username, text] of replies) {
    if (present.some(isBy(username, text))) continue;
    const request = { params, body: { text }, headers: {} };
    await people.get(username)?.api.call('POST /comments/{kind}/{id}/{comment_id}/replies', request);
  }
}
