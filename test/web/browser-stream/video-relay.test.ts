import { afterEach, expect, it, vi } from 'vitest';
import { createVideoRelay } from '#web/features/browser-stream/camera/video-relay.ts';

afterEach(() => vi.unstubAllGlobals());

interface SimulatedFrame {
  readonly close: () => void;
  readonly clone: () => SimulatedFrame;
}

/** A camera whose reads and frames are observed. */
function simulateBrowser() {
  let camera: ReadableStreamDefaultController<SimulatedFrame> | null = null;
  let open = 0;
  const cancelled = vi.fn();
  const frame = (): SimulatedFrame => {
    let isOpen = true;
    open += 1;
    const close = () => {
      if (isOpen) open -= 1;
      isOpen = false;
    };
    return { close, clone: frame };
  };
  const readable = () =>
    new ReadableStream<SimulatedFrame>(
      {
        start: (controller) => {
          camera = controller;
        },
        cancel: cancelled,
      },
      { highWaterMark: 0 },
    );
  vi.stubGlobal(
    'MediaStreamTrackProcessor',
    class {
      readonly readable = readable();
    },
  );
  vi.stubGlobal(
    'MediaStreamTrackGenerator',
    class {
      readonly writable = new WritableStream<SimulatedFrame>({ write: (written) => written.close() });
      readonly stop = vi.fn();
    },
  );
  return { cancelled, openFrames: () => open, deliver: () => camera?.enqueue(frame()) };
}

const CAMERA = {} as MediaStreamTrack;
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('closes every frame, and cancels its reader only while it waits for none', async () => {
  const { cancelled, openFrames, deliver } = simulateBrowser();
  const relay = createVideoRelay();
  relay.show(CAMERA);
  deliver();
  await settled();

  const closed = relay.close();
  await settled();
  expect(cancelled).not.toHaveBeenCalled();

  deliver();
  await closed;
  expect(cancelled).toHaveBeenCalledOnce();
  expect(openFrames()).toBe(0);
});

it('closes while the camera delivers nothing', async () => {
  const { openFrames } = simulateBrowser();
  const relay = createVideoRelay();
  relay.show(CAMERA);
  await relay.close();
  expect(openFrames()).toBe(0);
});
