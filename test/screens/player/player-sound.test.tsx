/** The sound of players that continue another one, or that have a volume of their own. */
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import { ClipLoop } from '#web/features/clips/watch/clip-loop.tsx';
import { createCommands } from '#web/features/player/commands/media.ts';
import { keepSound, preferredSound } from '#web/features/player/engine/preferences.ts';
import { type OwnSound, useSound } from '#web/features/player/player-frame.tsx';
import { TileControl } from '#web/features/wall/tile-control.tsx';
import { type Mix, useMix } from '#web/features/wall/wall-mixer.tsx';
import type { Qualities, Sound, Steering } from '#web/lib/player-stage.ts';
import { useMiniPlayer } from '#web/pages/watch/mini-player.tsx';

beforeEach(() => localStorage.clear());

function render(content: ReactNode) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(content);
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  return root;
}

it('the mini player continues with the volume and the muting of the page’s player', async () => {
  let sound: Sound | null = null;
  const PlayerOfPage = () => {
    const [video, setVideo] = useState<HTMLVideoElement | null>(null);
    useMiniPlayer(video, (given) => {
      sound = given;
      return null;
    });
    return <video ref={setVideo} aria-label="Fan" muted />;
  };
  const root = render(
    <MemoryRouter initialEntries={['/channel/GaleForce']}>
      <PlayerOfPage />
    </MemoryRouter>,
  );
  const video = await screen.findByLabelText<HTMLVideoElement>('Fan');
  Object.defineProperties(video, { paused: { value: false }, ended: { value: false } });
  Object.assign(video, { volume: 0.2, muted: true });
  root.unmount();
  expect(sound).toEqual({ volume: 0.2, isMuted: true });
});

/** Renders a player's element, and another one in its place when `element` changes. */
function Element({ element = 1, ...sound }: OwnSound & { readonly element?: number }) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  useSound(video, false, sound);
  return <video key={element} ref={setVideo} aria-label={`Fan ${element}`} muted />;
}

it('a player that continues another one has its sound, not the stored one, also after an interruption', async () => {
  keepSound({ volume: 1, isMuted: true });
  const sound = { volume: 0.2, isMuted: false };
  const root = render(<Element sound={sound} />);
  const video = await screen.findByLabelText<HTMLVideoElement>('Fan 1');
  await expect.poll(() => video.volume).toBe(0.2);
  expect(video.muted).toBe(false);
  Object.assign(video, { volume: 0.6, muted: true });
  video.dispatchEvent(new Event('volumechange'));
  root.render(<Element sound={sound} element={2} />);
  const next = await screen.findByLabelText<HTMLVideoElement>('Fan 2');
  await expect.poll(() => next.volume).toBe(0.6);
  expect(next.muted).toBe(true);
});

it('a player with a volume of its own leaves the stored one', () => {
  keepSound({ volume: 0.8, isMuted: true });
  const media = { subscribe: () => () => {}, state: () => ({ mediaMuted: true }), request: () => {} };
  const commands = createCommands(media, document.createElement('video'), null, { keepsSound: false });
  commands.setVolume(0.3);
  commands.toggleMute();
  expect(preferredSound()).toEqual({ volume: 0.8, isMuted: true });
});

it('two players of the wall that change at once both keep their volume', async () => {
  let mix: Mix | null = null;
  const Mixer = () => {
    const current = useMix();
    useEffect(() => void (mix = current));
    return null;
  };
  render(<Mixer />);
  await expect.poll(() => mix).not.toBeNull();
  const { change } = mix!;
  change(['ada'], { volume: 0.2 });
  change(['grace'], { volume: 0.7 });
  await expect.poll(() => mix!.faderOf('grace').volume).toBe(0.7);
  expect(mix!.faderOf('ada').volume).toBe(0.2);
});

function steeringOf(all: Qualities['all']) {
  let qualities: Qualities = { all, chosen: null, current: null };
  const listeners = new Set<() => void>();
  const steering: Steering = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    qualities: () => qualities,
    choose: (chosen) => {
      qualities = { ...qualities, chosen };
      for (const listener of listeners) listener();
    },
    live: null,
  };
  return steering;
}

const LADDER = ['720p', '180p'].map((size, id) => ({ id, size, isAlone: true, bitsPerSecond: 0 }));

it('the viewer chooses the quality of the big tile, and the wall that of the others', async () => {
  const steering = steeringOf(LADDER);
  const tile = (isBig: boolean) => (
    <TileControl video={null} steering={steering} isBig={isBig} isLooped={false} />
  );
  const root = render(tile(false));
  await expect.poll(() => steering.qualities().chosen).toBe(1);
  root.render(tile(true));
  await expect.poll(() => steering.qualities().chosen).toBeNull();
  steering.choose(0);
  expect(steering.qualities().chosen).toBe(0);
  root.render(tile(false));
  await expect.poll(() => steering.qualities().chosen).toBe(1);
  root.render(tile(true));
  await expect.poll(() => steering.qualities().chosen).toBe(0);
});

it('a new volume of a tile while all are muted does not mute its fader', async () => {
  const changes: unknown[] = [];
  render(<Element sound={{ volume: 0.5, isMuted: true }} onSound={(change) => changes.push(change)} />);
  const video = await screen.findByLabelText<HTMLVideoElement>('Fan 1');
  await expect.poll(() => video.volume).toBe(0.5);
  expect(video.muted).toBe(true);
  video.volume = 0.3;
  video.dispatchEvent(new Event('volumechange'));
  expect(changes.at(-1)).toEqual({ volume: 0.3 });
});

vi.mock('#web/lib/sound/seamless-loop.ts', () => ({
  createSeamlessLoop: () => ({ play: () => {}, pause: () => {}, end: () => {} }),
}));

it('a clip’s loop is as loud as the player before it, and can be muted', async () => {
  const levels: number[] = [];
  class Gain {
    readonly gain = { setTargetAtTime: (level: number) => void levels.push(level) };
    readonly context = { currentTime: 0 };
    connect(): void {}
  }
  class Context {
    resume = async () => {};
    close = async () => {};
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('GainNode', Gain);
  const clip = { title: 'Hum', start_s: 0, duration_s: 5 } as Clip;
  const load = () => () => {};
  const Loop = () => {
    const [isMuted, setIsMuted] = useState(false);
    return <ClipLoop clip={clip} load={load} sound={{ volume: 0.2, isMuted }} onMuted={setIsMuted} />;
  };
  render(<Loop />);
  await expect.poll(() => levels.at(-1)).toBe(0.2);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Mute' }));
  await expect.poll(() => levels.at(-1)).toBe(0);
});
