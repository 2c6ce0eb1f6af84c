import type { ChatCommand } from '#shared/community/chat-commands.ts';
import { MAX_CHAT_COMMANDS } from '#shared/limits.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import { requireApplied, requireModerator } from './permissions.service.ts';
import type { RoomsDeps } from './rooms.service.ts';

/** For everybody, because the site posts the answers in the chat. Throws `not_found`. */
export async function listCommands(
  { channels, rooms }: RoomsDeps,
  channelId: string,
): Promise<{ commands: ChatCommand[] }> {
  const [channel, commands] = await Promise.all([channels.findById(channelId), rooms.commands(channelId)]);
  if (!channel) throw notFound('channel');
  return { commands };
}

/** Throws `forbidden`, and `conflict` if there are too many. */
export async function setCommand(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  command: ChatCommand,
): Promise<ChatCommand> {
  const actor = await requireModerator(deps, callerId, channelId);
  const commands = await deps.rooms.commands(channelId);
  const isNew = commands.every(({ name }) => name !== command.name);
  if (isNew && commands.length >= MAX_CHAT_COMMANDS)
    throw new DomainError('conflict', 'too_many_commands', { max: MAX_CHAT_COMMANDS });
  await requireApplied(deps.rooms.setCommand(actor, command));
  return command;
}

/** One that is gone: changes nothing. Throws `forbidden`. */
export async function removeCommand(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  name: string,
): Promise<void> {
  const actor = await requireModerator(deps, callerId, channelId);
  const commands = await deps.rooms.commands(channelId);
  if (commands.every((command) => command.name !== name)) return;
  await requireApplied(deps.rooms.removeCommand(actor, name));
}
