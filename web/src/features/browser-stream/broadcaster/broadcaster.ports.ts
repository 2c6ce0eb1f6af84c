/** What a broadcaster needs of the browser, the API and S3. */
import type {
  BrowserStream,
  BrowserStreamSetup,
  ChunkUrl,
  ChunkUrls,
  StartedBrowserStream,
  Way,
} from '../../../../../shared/live/browser-stream.ts';
import { type PatiencePorts } from '../../../lib/api/patience/patience.ts';
import type { Camera, CameraListener } from '../camera/camera.ts';
import type { ChunkStore } from '../chunks/chunk.store.ts';
import type { WaitingChunk } from '../chunks/chunk.ts';
import type { DirectProbe, DirectRecorder, DirectRecorderListener } from '../direct/direct.ts';
import type { Recorder, RecorderListener } from '../camera/recorder.ts';

export interface BroadcasterPorts extends PatiencePorts {
  openCamera(listener: CameraListener): Promise<Camera>;
  /** What this browser lacks for a way, as a sentence; `null` where nothing. The direct way must be proven yet. */
  lackFor(way: Way): string | null;
  startRecorder(media: MediaStream, listener: RecorderListener): Recorder;
  /** Whether the direct way works, by encoding about a second of the camera. */
  probeDirect(media: MediaStream): Promise<DirectProbe>;
  startDirectRecorder(
    media: MediaStream,
    listener: DirectRecorderListener,
    options: { readonly mayHaveSmall: boolean },
  ): Promise<DirectRecorder>;
  /** What the camera shows now, as a JPEG for the broadcast's card. */
  takePicture(media: MediaStream): Promise<Blob>;
  start(setup: BrowserStreamSetup): Promise<StartedBrowserStream>;
  /** Ends a broadcast; repeated, it says how many chunks there are. */
  stop(streamId: string, chunkCount: number): Promise<BrowserStream>;
  /** `stop` from a page that goes away, or whose person has just logged out: nobody waits for the answer. */
  stopWithoutAnswer(streamId: string, chunkCount: number): void;
  fetchBroadcast(streamId: string): Promise<BrowserStream>;
  /** Throws `ApiFailure`. */
  putSegment(
    streamId: string,
    segment: WaitingChunk,
    bytes: ArrayBuffer,
    signal: AbortSignal,
  ): Promise<unknown>;
  putPicture(streamId: string, picture: Blob, signal: AbortSignal): Promise<unknown>;
  askAddresses(streamId: string, chunks: readonly WaitingChunk[], signal: AbortSignal): Promise<ChunkUrls>;
  put(address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal): Promise<unknown>;
  readonly store: ChunkStore;
  /** Makes a broadcast this tab's own, and answers how to unlock it; `null` where it is another tab's. */
  lock(streamId: string): Promise<(() => void) | null>;
  onOnline(listener: () => void): () => void;
  /** The time of day, in ms since 1970. */
  clockMs(): number;
  newId(): string;
  /** For what the person is not told: specification §8. */
  log(words: string, error: unknown): void;
}
