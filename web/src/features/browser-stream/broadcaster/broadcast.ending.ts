/** The last part of a broadcast: what is left gets stored, and the server hears that it is over. */
import type { BrowserStream } from '../../../../../shared/browser-stream.ts';
import type { QueueEnd } from '../chunks/chunk.queue.ts';
import type { BroadcastUpload } from './broadcast.upload.ts';

export interface Delivery {
  readonly end: QueueEnd;
  /** `null` where the server did not answer. */
  readonly receipt: BrowserStream | null;
}

/** Waits for storage, then tells the server. An ended broadcast may take its chunks once their number is known. */
export async function deliver(
  upload: BroadcastUpload,
  reportStop: () => Promise<BrowserStream | null>,
): Promise<Delivery> {
  let end = await upload.drained();
  if (end === 'refused') {
    await reportStop();
    upload.resume();
    end = await upload.drained();
  }
  upload.stop();
  return { end, receipt: await reportStop() };
}
