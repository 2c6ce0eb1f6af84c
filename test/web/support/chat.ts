import type { ChatMessage } from '#shared/community/chat.ts';

/** A message whose id orders it by `at`. */
export const aMessage = (at: number, fields: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `01ARZ3NDEKTSV4RRFF${String(at).padStart(8, '0')}`,
  username: 'ada',
  message: `message ${at}`,
  timestamp: new Date(1_700_000_000_000 + at).toISOString(),
  ...fields,
});

/** Messages `from` up to, without, `to`. */
export const messages = (from: number, to: number): ChatMessage[] =>
  Array.from({ length: to - from }, (_, at) => aMessage(from + at));
