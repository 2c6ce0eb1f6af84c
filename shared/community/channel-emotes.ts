/**
 * A channel's own emotes. Chats have their codes, as `:code:`, and pages show the pictures of those that there are. Not in
 * the specification.
 */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { described, EmotePictureUrl, entity, Id, notEmpty, visibleText } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { EMOTE_ALT_MAX_LENGTH, EMOTE_CODE_MAX_LENGTH, EMOTE_CODE_MIN_LENGTH, MAX_EMOTES } from '../limits.ts';
import { OF_A_CHANNEL } from '../plain/freshness.ts';

const CODE = new RegExp(`^[a-z]{${EMOTE_CODE_MIN_LENGTH},${EMOTE_CODE_MAX_LENGTH}}$`);

/** In small letters, as in messages. */
const EmoteCode = described(
  z.string().check(z.trim(), z.toLowerCase(), z.regex(CODE, broken('not_an_emote_code'))),
  'Without its colons; capitals become small letters',
);

export const ChannelEmote = entity('ChannelEmote', {
  id: described(Id, 'Of its picture, for reports'),
  code: z.string(),
  alt: described(z.string(), 'Its alternative text'),
  url: z.string(),
  still_url: described(
    z.nullable(z.string()),
    'The first frame of an animation, for people who want reduced motion; null: it does not move',
  ),
});
export type ChannelEmote = z.infer<typeof ChannelEmote>;

export const ChannelEmotes = entity('ChannelEmotes', { emotes: z.array(ChannelEmote) });
export type ChannelEmotes = z.infer<typeof ChannelEmotes>;

export const EmoteBody = z.strictObject({
  picture_url: described(EmotePictureUrl, 'From `POST /pictures/{id}/complete`: PNG, WebP, GIF or AVIF'),
  alt: visibleText().check(notEmpty(), z.maxLength(EMOTE_ALT_MAX_LENGTH)),
});
export type EmoteBody = z.infer<typeof EmoteBody>;

const ofEmote = { access: 'signed-in', params: z.object({ id: Id, code: EmoteCode }) } as const;

export const channelEmotesRoutes = routes({
  'GET /rooms/{id}/emotes': {
    summary: 'A channel’s own emotes, by code',
    access: 'public',
    params: z.object({ id: Id }),
    response: ChannelEmotes,
    cache: OF_A_CHANNEL,
    errors: ['not_found'],
  },
  'PUT /rooms/{id}/emotes/{code}': {
    ...ofEmote,
    summary: `Add an emote, or change the alternative text of the one with this picture. For the streamer alone. At most ${MAX_EMOTES}`,
    body: EmoteBody,
    response: ChannelEmotes,
    errors: ['forbidden', 'not_found', 'conflict', 'busy'],
  },
  'DELETE /rooms/{id}/emotes/{code}': {
    ...ofEmote,
    summary:
      'Remove an emote, which becomes the text of its code. For the streamer alone. One that is gone: changes nothing',
    response: ChannelEmotes,
    errors: ['forbidden', 'busy'],
  },
});
