/** Plays on a television or loudspeaker (Chromecast, AirPlay) through the Remote Playback API of the browser. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';
import type { Steering } from '#web/lib/player-stage.ts';

export interface Cast {
  /** Whether a device is available or in use. */
  readonly isOffered: boolean;
  /** What plays on the device; `null` while nothing does. */
  readonly remote: HTMLVideoElement | null;
  /** Opens the browser's list of devices, which also ends the playback on one. */
  readonly choose: () => void;
}

/** Safari's name for it is AirPlay. */
export const isAirPlay = (): boolean => 'webkitShowPlaybackTargetPicker' in HTMLMediaElement.prototype;

/**
 * A device loads the playlist by its address, which an element that plays through hls.js does not have. So the device gets
 * an element of its own. The local playback pauses meanwhile, and continues where the device was.
 */
export function useCast(video: HTMLVideoElement, url: string, steering: Steering | null): Cast {
  const [isAvailable, setIsAvailable] = useState(false);
  const [remote, setRemote] = useState<HTMLVideoElement | null>(null);
  const element = useRef<HTMLVideoElement>(null);
  const begin = useEffectEvent((device: HTMLVideoElement) => {
    setRemote(device);
    moveTo(device, video, steering);
  });
  const end = useEffectEvent((device: HTMLVideoElement) => {
    setRemote(null);
    moveBack(device, video, steering);
  });
  useEffect(() => {
    const created = elementFor(url);
    if (!('remote' in created)) return;
    element.current = created;
    const { remote } = created;
    // Fails where the browser cannot watch for devices.
    remote.watchAvailability(setIsAvailable).catch(() => undefined);
    return endAll([
      listen(remote, 'connect', () => begin(created)),
      listen(remote, 'disconnect', () => end(created)),
      () => remote.cancelWatchAvailability().catch(() => undefined),
      () => release(created),
    ]);
  }, [url]);
  const choose = () => void element.current?.remote.prompt().catch(() => undefined);
  return { isOffered: isAvailable || remote !== null, remote, choose };
}

function moveTo(device: HTMLVideoElement, video: HTMLVideoElement, steering: Steering | null): void {
  video.pause();
  if (!steering?.live) device.currentTime = video.currentTime;
  device.play().catch(() => undefined);
}

function moveBack(device: HTMLVideoElement, video: HTMLVideoElement, steering: Steering | null): void {
  if (steering?.live) steering.live.goLive();
  else video.currentTime = device.currentTime;
  if (!device.paused) video.play().catch(() => undefined);
  device.pause();
}

function elementFor(url: string): HTMLVideoElement {
  const element = document.createElement('video');
  element.preload = 'none';
  element.src = url;
  return element;
}

function release(element: HTMLVideoElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
