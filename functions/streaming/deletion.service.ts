import type { DeletedAccount } from '../base/deletion-step.ts';
import { recordingsOf } from './recordings/recording.place.ts';
import { stopStream } from './streaming.service.ts';
import type { StreamDeletionPorts } from './ports.ts';

/** Ends a person's stream and gives up their places at IVS, with all that was recorded there. See `DeletionStep`. */
export async function deleteStreams(ports: StreamDeletionPorts, { id }: DeletedAccount): Promise<boolean> {
  const { live, ingestChannel } = await ports.streams.find(id);
  if (live) await stopStream(ports, id);
  const arns = new Set(await ports.ingestChannels.listOf(id));
  if (ingestChannel) arns.add(ingestChannel.arn);
  for (const arn of arns) {
    if (!(await ports.ingest.deleteChannel(arn))) return false;
    await ports.discard(recordingsOf(arn));
  }
  return true;
}
