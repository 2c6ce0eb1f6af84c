/** The chat's messages: varied, and always the same. */

const MESSAGES = [
  'that hum at 24 dB is so soothing',
  'look at https://fans.example/reviews?model=62&speed=3 before you buy one',
  ':fan: :fan: turn it up :cool:',
  '@GaleForce which blade angle is that?',
  'no way',
  'I had the same one for eleven years, then the bearing went and nobody sold the part any more, so I printed one :gg:',
  ':hot: 31 degrees in here, this stream is what keeps me alive',
  'how loud is it on the lowest speed? My cat leaves the room when mine starts, https://fans.example/cats',
];
/** One reply to an earlier message per so many messages. */
const REPLY_EVERY = 10;

/** Returns the text of message `n`, starting at 0. */
export const wordsOf = (n: number): string => MESSAGES[n % MESSAGES.length] ?? '';

export const isReply = (n: number): boolean => n % REPLY_EVERY === REPLY_EVERY - 1;

/** Returns the message with its time on the monotonic clock and its number, by which a receiver identifies it. */
export const withTimestamp = (n: number): string => `${nowMs().toFixed(3)} ${n} ${wordsOf(n)}`;

/** Returns when a message was sent, and its number; `null` if it has no stamp. */
export function stampOf(message: string): { readonly sentMs: number; readonly n: number } | null {
  const [sentMs, n] = message.split(' ', 2).map(Number);
  return Number.isFinite(sentMs) && n !== undefined && Number.isInteger(n) ? { sentMs: sentMs!, n } : null;
}

/** Returns a clock that all processes of the machine share, in ms. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
