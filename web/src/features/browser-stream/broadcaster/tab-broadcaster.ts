/**
 * A user's camera in this tab, from Start Camera to the receipt: the states of specification §4 (Browser broadcast).
 * Uses the page and the network only through `BroadcasterPorts`.
 */
import type { BroadcastPhase, BroadcastSetup } from '../broadcast.ts';
import type { Camera } from '../camera/camera.ts';
import { CameraFailure, problemOf } from '../camera/devices.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { ScreenLayout } from '../screen-layout.ts';
import type { Continuation } from './continuation.ts';
import { reportStop, startBroadcast } from './broadcast-requests.ts';
import { BroadcastStore } from './broadcast-store.ts';
import { LiveBroadcast, type LiveOptions } from './live-broadcast.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';
import { Recovery } from './unfinished-broadcasts.ts';
import { createWayChoice } from './way-choice.ts';

type OpenCamera = BroadcasterPorts['openCamera'] | BroadcasterPorts['openScreen'];

type RecordedBroadcast = Omit<
  LiveOptions,
  'userId' | 'media' | 'ports' | 'store' | 'releaseCamera' | 'onEnded'
>;

/** The methods are bound, so that they can be passed as callbacks. */
export class TabBroadcaster {
  readonly #userId: string;
  readonly #ports: BroadcasterPorts;
  readonly #store = new BroadcastStore();
  readonly #recovery: Recovery;
  readonly #way: ReturnType<typeof createWayChoice>;
  #camera: Camera | null = null;
  #live: LiveBroadcast | null = null;
  /** Cancels what precedes a broadcast: the camera's permission request, or the start. */
  #attempt = new AbortController();

  constructor(userId: string, ports: BroadcasterPorts) {
    this.#userId = userId;
    this.#ports = ports;
    this.#recovery = new Recovery(userId, ports, this.#store);
    this.#way = createWayChoice(ports, this.#store);
  }

  readonly state = this.#store.state;
  readonly subscribe = this.#store.subscribe;
  readonly onEvent = this.#store.onEvent;

  readonly open = (): void => {
    this.#store.forgetEvents();
    void this.#recovery.findUnfinished();
  };
  readonly chooseWay = (way: Way): void => this.#way.choose(way);

  readonly startCamera = (): Promise<void> => this.#start(this.#ports.openCamera);
  /** Shares a screen without a camera. Must be called by a click. */
  readonly startScreen = (): Promise<void> => this.#start(this.#ports.openScreen);

  readonly #start = async (open: OpenCamera): Promise<void> => {
    const signal = this.#begin('open');
    if (!signal) return;
    try {
      this.#way.check();
      const camera = await this.#openCamera(signal, open);
      if (!camera) return this.release();
      await this.#way.cameraOn(camera);
      signal.throwIfAborted();
      this.#store.move('opened');
      this.#store.emit({ kind: 'camera-ready' });
    } catch (error) {
      if (signal.aborted) return;
      this.release();
      this.#cameraFailed(error);
    }
  };

  /** Also while live if `canChooseCamera`: viewers then see the other camera. */
  readonly chooseCamera = async (id: string): Promise<void> => {
    if (this.state().canChooseCamera) await this.#camera?.chooseCamera(id).catch(this.#cameraFailed);
  };

  readonly chooseMicrophone = async (id: string): Promise<void> =>
    this.#camera?.chooseMicrophone(id).catch(this.#cameraFailed);

  /** Also while live: viewers then see the screen. Must be called by a click. */
  readonly shareScreen = async (): Promise<void> =>
    this.#camera?.shareScreen().catch((error: unknown) => {
      this.#ports.log('Error sharing the screen', error);
      this.#store.emit({ kind: 'screen-failed' });
    });

  readonly stopScreen = (): void => this.#camera?.stopScreen();
  readonly arrangeScreen = (layout: ScreenLayout): void => this.#camera?.arrangeScreen(layout);
  readonly setScreenMuted = (isMuted: boolean): void => this.#camera?.setScreenMuted(isMuted);
  readonly screenLevel = (): number => this.#camera?.screenLevel() ?? 0;
  readonly canShareScreen = (): boolean => this.#ports.canShareScreen();

  readonly setMuted = (isMuted: boolean): void => {
    this.#camera?.setMuted(isMuted);
    this.#store.set({ isMuted });
  };

  /** From 0 to 1; the level meter reads it at each frame. */
  readonly level = (): number => this.#camera?.level() ?? 0;

  readonly sound = (): MediaStreamTrack | null => this.#camera?.sample().getAudioTracks()[0] ?? null;

  readonly goLive = async (setup: BroadcastSetup): Promise<void> => {
    const signal = this.#begin('start');
    if (!signal) return;
    try {
      const chosen = await this.#way.decide(signal);
      const { stream_id: streamId, recordingId } = await startBroadcast(
        setup,
        chosen.way,
        this.#ports,
        signal,
      );
      const startedAtMs = this.#ports.clockMs();
      if (this.#camera)
        this.#record(this.#camera, { ...chosen, streamId, recordingId, startedAtMs, title: setup.title });
      void this.#recovery.giveUpInterrupted();
    } catch (error) {
      if (signal.aborted) return;
      this.#store.move('refused');
      this.#store.emit({ kind: 'start-failed', error });
    }
  };

  /** Continues the interrupted broadcast with this camera, under the same address. */
  readonly continueInterrupted = async (): Promise<void> => {
    const signal = this.#begin('open');
    if (!signal) return;
    try {
      const camera = await this.#openCamera(signal, this.#ports.openCamera);
      if (!camera) return this.release();
      this.#store.move('opened-to-continue');
      await this.#continueWith(camera, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.release();
      if (error instanceof CameraFailure) this.#cameraFailed(error);
      else this.#continueFailed(error);
    }
  };

  /** Ends it at once, and uploads the rest of it. */
  readonly endInterrupted = (): Promise<void> => this.#recovery.endInterrupted();

  /** Stops recording, releases the camera, waits until every chunk is stored, and reports the end. */
  readonly endStream = async (): Promise<void> => this.#live?.end();

  /** Stops waiting for the upload of this or of an unfinished broadcast; the rest can be uploaded later. */
  readonly stopWaiting = (): void => {
    if (this.#phase() === 'ending') this.#live?.stopWaiting();
    this.#recovery.stopWaiting();
  };

  /** Releases the camera (Cancel, or when the page is left). While live it ends the broadcast. */
  readonly release = (): void => {
    this.#attempt.abort();
    if (this.#phase() === 'live') return void this.endStream();
    if (this.#phase() === 'ending') return;
    this.#releaseCamera();
    this.#store.offAir();
  };

  readonly finishUnfinished = (): Promise<void> => this.#recovery.finish();
  readonly dropUnfinished = (): Promise<void> => this.#recovery.drop();
  readonly forgetRecovered = (): void => this.#store.set({ recoveredId: null });
  /** Reports while the page unloads that viewers have to wait, or that it is the end. Recorded chunks are kept. */
  readonly announceUnload = (): void => this.#live?.announceUnload();

  /** Ends everything after a logout, with a last report to the server. Recorded chunks stay in this browser. */
  readonly abandon = (): void => {
    this.#recovery.stopWaiting();
    if (this.#live) void this.#live.abandon();
    else this.release();
  };

  #phase(): BroadcastPhase {
    return this.state().phase;
  }

  /** Starts a phase that `release` cancels; `null` where it may not start now. */
  #begin(event: 'open' | 'start'): AbortSignal | null {
    const forgotten = event === 'open' ? { problem: null } : { startError: null };
    if (!this.#store.move(event, forgotten)) return null;
    this.#attempt = new AbortController();
    return this.#attempt.signal;
  }

  /** Throws `CameraFailure`. */
  async #openCamera(signal: AbortSignal, open: OpenCamera): Promise<Camera | null> {
    const camera = await open({
      onChange: (view) => {
        if (!signal.aborted) this.#store.set(view);
      },
      onLost: (device) => this.#deviceLost(device),
      onScreenEnded: () =>
        this.#store.emit({ kind: 'screen-ended', hasCamera: this.state().cameraId !== null }),
    });
    if (signal.aborted) camera?.close();
    signal.throwIfAborted();
    if (!camera) return null;
    this.#camera = camera;
    camera.setMuted(this.state().isMuted);
    this.#store.set(camera.view());
    return camera;
  }

  async #continueWith(camera: Camera, signal: AbortSignal): Promise<void> {
    const found = await this.#recovery.continueInterrupted();
    if (signal.aborted) {
      found?.continuation.unlock();
      return void this.#recovery.findUnfinished();
    }
    // Another tab has it.
    if (!found) return this.release();
    const { continuation } = found;
    // `recordingId` is what made it known.
    const broadcast = { recordingId: '', ...found.broadcast };
    this.#record(camera, { ...broadcast, continuation, way: continuation.way, canSmall: true });
  }

  #continueFailed(error: unknown): void {
    this.#store.emit({ kind: 'continue-failed', error });
    void this.#recovery.findUnfinished();
  }

  readonly #cameraFailed = (error: unknown): void =>
    this.#store.emit({ kind: 'camera-failed', problem: problemOf(error) });

  #deviceLost(device: 'camera' | 'microphone'): void {
    if (this.#phase() === 'live') return this.#deviceLostWhileLive(device);
    // Without a microphone the recording is silent, which the level meter displays.
    if (device === 'microphone' || !this.#camera || this.state().screen) return;
    this.release();
    this.#store.emit({ kind: 'camera-failed', problem: 'none' });
  }

  #deviceLostWhileLive(device: 'camera' | 'microphone'): void {
    const { cameraId, microphoneId, screen } = this.state();
    const isAllGone = cameraId === null && microphoneId === null;
    const endsBroadcast =
      !screen && (isAllGone || (device === 'camera' && !this.#camera?.canChangeWhileRecording));
    this.#store.emit({ kind: 'camera-lost', endsBroadcast });
    if (endsBroadcast) void this.endStream();
  }

  readonly #releaseCamera = (): void => {
    this.#camera?.close();
    this.#camera = null;
    this.#store.cameraOff();
    this.#way.cameraOff();
  };

  #record(camera: Camera, broadcast: RecordedBroadcast): void {
    const { streamId, continuation } = broadcast;
    const [userId, ports, store] = [this.#userId, this.#ports, this.#store];
    const ends = { releaseCamera: this.#releaseCamera, onEnded: this.#broadcastEnded };
    try {
      const media = camera.record();
      this.#live = new LiveBroadcast({ ...broadcast, userId, media, ports, store, ...ends });
    } catch (error) {
      ports.log('Error recording', error);
      this.release();
      store.emit({ kind: 'recording-failed' });
      return this.#notRecorded(streamId, continuation);
    }
    store.move('recording', { canChooseCamera: camera.canChangeWhileRecording });
    store.emit({ kind: continuation ? 'continued' : 'live' });
  }

  /** A continued broadcast stays as it was; it can be ended, or continued again. */
  #notRecorded(streamId: string, continuation: Continuation | undefined): void {
    if (!continuation) return void reportStop(this.#ports, streamId, 0, AbortSignal.abort());
    continuation.unlock();
    void this.#recovery.findUnfinished();
  }

  readonly #broadcastEnded = (): void => {
    this.#live = null;
    void this.#recovery.findUnfinished();
  };
}
