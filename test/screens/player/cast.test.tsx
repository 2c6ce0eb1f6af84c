/** Playing on a television, with a stand-in of the browser's Remote Playback API. */
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCast } from '#web/features/player/commands/cast.ts';
import type { LiveSteering, Steering } from '#web/lib/player-stage.ts';

/** The devices around, as the last element that watched for them sees them. */
class Devices extends EventTarget {
  report: (isAvailable: boolean) => void = () => undefined;
  readonly prompt = vi.fn(async () => undefined);
  readonly cancelWatchAvailability = vi.fn(async () => undefined);
  watchAvailability = async (report: (isAvailable: boolean) => void) => {
    this.report = report;
    return 1;
  };
  say = (event: 'connect' | 'disconnect') => act(() => void this.dispatchEvent(new Event(event)));
}

let devices: Devices;
let root: Root;
const played: HTMLMediaElement[] = [];
const local = document.createElement('video');

beforeEach(() => {
  devices = new Devices();
  played.length = 0;
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', { configurable: true, get: () => devices });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    played.push(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'remote');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Television({ steering = null }: { readonly steering?: Steering | null }) {
  const { isOffered, remote, choose } = useCast(local, '/media/a.m3u8', steering);
  return (
    <>
      {isOffered && (
        <button type="button" onClick={choose}>
          Cast
        </button>
      )}
      <p>{remote ? `casts ${remote.src} from ${remote.currentTime}` : 'plays here'}</p>
    </>
  );
}

function show(steering: Steering | null = null): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<Television steering={steering} />));
}

it('is offered while a device is available, and opens the list of devices', async () => {
  show();
  expect(screen.queryByRole('button')).toBeNull();
  act(() => devices.report(true));
  fireEvent.click(screen.getByRole('button', { name: 'Cast' }));
  expect(devices.prompt).toHaveBeenCalledOnce();
  act(() => devices.report(false));
  expect(screen.queryByRole('button')).toBeNull();
});

it('a device plays the playlist from the same position, and the player continues where the device was', async () => {
  local.currentTime = 12;
  show();
  devices.say('connect');
  screen.getByText('casts http://localhost:3000/media/a.m3u8 from 12');
  expect(local.pause).toHaveBeenCalledOnce();
  const [device] = played;
  device!.currentTime = 40;
  devices.say('disconnect');
  screen.getByText('plays here');
  expect([local.currentTime, played[1]]).toEqual([40, local]);
});

it('a live stream continues at the live position', async () => {
  const goLive = vi.fn();
  show({ live: { goLive } as unknown as LiveSteering } as Steering);
  devices.say('connect');
  devices.say('disconnect');
  expect(goLive).toHaveBeenCalledOnce();
});

it('stops watching for devices when the player is gone', async () => {
  show();
  act(() => root.unmount());
  await waitFor(() => expect(devices.cancelWatchAvailability).toHaveBeenCalledOnce());
});
