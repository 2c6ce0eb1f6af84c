import { MINUTE_MS } from '#shared/plain/time.ts';
import { latestAnswer } from './api/api.ts';

/** Within this the clocks agree, because an answer takes its time. */
const AGREE_MS = MINUTE_MS;

/** The server's time at a time of this device, whose clock may be wrong: for what has a time of the server. In ms since 1970. */
export function serverTime(deviceMs: number): number {
  if (!latestAnswer) return deviceMs;
  const [{ headers }, atMs] = latestAnswer;
  // A cache adds how old the answer is (RFC 9111 §5.1).
  const serverMs = Date.parse(headers.get('Date') ?? '') + Number(headers.get('Age')) * 1000;
  const aheadMs = atMs - serverMs;
  return Math.abs(aheadMs) > AGREE_MS ? deviceMs - aheadMs : deviceMs;
}
