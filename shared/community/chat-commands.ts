/** A streamer's commands: the site answers `!name` in their chat. Not in the specification. */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { described, entity, Id, notEmpty, visibleText } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { COMMAND_ANSWER_MAX_LENGTH, COMMAND_NAME_PATTERN } from '../limits.ts';

const CommandName = described(
  z.string().check(z.regex(COMMAND_NAME_PATTERN, broken('not_a_command_name'))),
  'Without its `!`, in small letters',
);

export const ChatCommand = entity('ChatCommand', { name: z.string(), answer: z.string() });
export type ChatCommand = z.infer<typeof ChatCommand>;

/** Not a command itself, so that no program answers it. */
const Answer = visibleText().check(
  notEmpty(),
  z.maxLength(COMMAND_ANSWER_MAX_LENGTH),
  z.refine((answer) => !/^[!/]/.test(answer), broken('answer_is_command')),
);

const ofCommand = z.object({ id: Id, name: CommandName });
const moderating = {
  access: 'signed-in',
  params: ofCommand,
  errors: ['forbidden', 'not_found', 'conflict'],
} as const;

export const chatCommandsRoutes = routes({
  'GET /rooms/{id}/commands': {
    access: 'signed-in',
    scope: 'chat:read',
    summary: 'The commands of a chat, by name',
    params: z.object({ id: Id }),
    response: z.object({ commands: z.array(ChatCommand) }),
    errors: ['not_found'],
  },
  'PUT /rooms/{id}/commands/{name}': {
    ...moderating,
    summary:
      'Let the site answer a command, or change its answer. For the streamer and moderators. At most 50',
    body: z.strictObject({ answer: Answer }),
    response: ChatCommand,
  },
  'DELETE /rooms/{id}/commands/{name}': {
    ...moderating,
    summary: 'Remove a command. For the streamer and moderators',
    status: 204,
    response: z.undefined(),
  },
});
