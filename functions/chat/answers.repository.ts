import { isContended } from '#functions/aws/retry.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putInput, transact } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { answeredKey, type AnsweredItem } from './chat.item.ts';
import { KEY_LIFE_MS, messageWrites } from './chat.repository.ts';
import type { StoredMessage } from './message.ts';
import { commandKey, type CommandItem } from './rooms/room.item.ts';

interface Command {
  readonly answer: string;
  /** The message with this command that was answered last. Empty: none. */
  readonly answeredId: string;
}

export interface Answer {
  readonly channelId: string;
  readonly name: string;
  readonly askedId: string;
  /** The message that was answered last must have an earlier id. */
  readonly fromId: string;
  readonly message: StoredMessage;
}

export type AnswersRepository = ReturnType<typeof answersRepository>;

export const answersRepository = (table: Table) => ({
  /** In one request. Eventually consistent. */
  findCommand: async (channelId: string, name: string): Promise<Command | null> => {
    const keys = [commandKey(channelId, name), answeredKey(channelId, name)];
    const items = await getMany<Partial<CommandItem & AnsweredItem>>(table, keys);
    const answer = items.find((item) => item.answer !== undefined)?.answer;
    const answeredId = items.find((item) => item.answered_id !== undefined)?.answered_id ?? '';
    return answer === undefined ? null : { answer, answeredId };
  },
  /** False if another message with the command was answered, or is being answered. */
  write: async ({ channelId, name, askedId, fromId, message }: Answer, nowMs: number): Promise<boolean> => {
    const answered = {
      ...answeredKey(channelId, name),
      answered_id: askedId,
      // As long as the message can be repeated.
      expires_at: seconds(nowMs + KEY_LIFE_MS),
    };
    const isFree = { if: 'attribute_not_exists(pk) OR answered_id < :from', values: { ':from': fromId } };
    const writes = messageWrites(table, { channelId, authorId: channelId, message }, nowMs);
    try {
      return await transact(table, [{ Put: putInput(table, answered, isFree) }, ...writes], 1);
    } catch (error) {
      if (isContended(error)) return false;
      throw error;
    }
  },
});
