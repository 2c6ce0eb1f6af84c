/** What a broadcaster needs from the browser, the API and S3; tests pass fakes. */
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
  /** What this browser lacks for a way, as a sentence, or `null`. The direct way needs a probe in addition. */
  lackFor(way: Way): string | null;
  startRecorder(media: MediaStream, listener: RecorderListener): Recorder;
  /** Encodes about a second of the camera. */
  probeDirect(media: MediaStream): Promise<DirectProbe>;
  startDirectRecorder(
    media: MediaStream,
    listener: DirectRecorderListener,
    options: { readonly mayHaveSmall: boolean },
  ): Promise<DirectRecorder>;
  takePicture(media: MediaStream): Promise<Blob>;
  start(setup: BrowserStreamSetup): Promise<StartedBrowserStream>;
  /** Ends a broadcast; a repeated call updates the number of chunks. */
  stop(streamId: string, chunkCount: number): Promise<BrowserStream>;
  /** `stop` without waiting for the answer, for a page that unloads and after a logout. */
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
  /** Locks a broadcast for this tab and returns the function that unlocks it; `null` if another tab has it. */
  lock(streamId: string): Promise<(() => void) | null>;
  onOnline(listener: () => void): () => void;
  /** In ms since 1970. */
  clockMs(): number;
  newId(): string;
  /** Logs failures that the page does not display: specification §8. */
  log(words: string, error: unknown): void;
}
