import { eachAtOnce } from '../../base/at-once.ts';
import type { IdlePorts, UsedChannel } from '../ports.ts';

/** Of one run: IVS takes five of these calls a second. What is more waits for the next minute. */
const MOST_CHANNELS = 20;

/**
 * Deletes channels at IVS whose owners have not pressed Create Stream for so long, as an account may have 5,000: a person
 * takes a new one the next time. Each is first taken from its owner, where nothing speaks against it, and deleted only when
 * it is nobody's; a run that was broken off between the two is made up for by the next. Answers how many it deleted.
 */
export async function deleteIdleChannels(ports: IdlePorts): Promise<number> {
  const { ingestChannels, clock, idleAfterMs } = ports;
  const idle = await ingestChannels.listUsedBefore(clock() - idleAfterMs, MOST_CHANNELS);
  let deleted = 0;
  const failed = (count: number) => `${count} idle channels could not be deleted`;
  await eachAtOnce(idle, { atOnce: 1, failed }, async (channel) => {
    if (await deleteIdle(ports, channel)) deleted += 1;
  });
  return deleted;
}

async function deleteIdle(ports: IdlePorts, channel: UsedChannel): Promise<boolean> {
  const { streams, ingest, ingestChannels, clock, idleAfterMs } = ports;
  const { channelId, arn } = channel;
  const isTaken = await streams.detachIngestChannel(channelId, arn, clock() - idleAfterMs, clock());
  if (!isTaken && (await streams.find(channelId)).ingestChannel?.arn === arn) {
    // It is live, or just being made so.
    await ingestChannels.touch(channel, clock());
    return false;
  }
  if (!(await ingest.deleteChannel(arn))) {
    // An encoder still sends, with a key that is revoked. It is deleted a minute later.
    await ingest.disconnect(arn);
    return false;
  }
  await ingestChannels.markGone(channel);
  return true;
}
