/** The streamer's browser recognises speech, and a viewer who has turned captions on reads it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { endStream, goLive } from '#test/support/browser/camera/broadcaster-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';

const USERNAME = 'SpokenSam';
const PATIENCE = { timeout: 60_000, interval: 100 };

const camera = cameraWorld(USERNAME);
const page = () => camera.streamer.page;
const card = () => page().getByRole('region', { name: 'Captions', exact: true });
const liveCaptions = () => card().getByRole('switch', { name: 'Live captions' });

interface Runs {
  readonly runs: (EventTarget & { readonly track: MediaStreamTrack })[];
}

/** Makes the page's next documents recognise English on the device, triggered by `say`. */
const fakeSpeech = (page: Page) =>
  page.addInitScript(() => {
    const runs: EventTarget[] = [];
    class Recognition extends EventTarget {
      static available = ({ langs }: { langs: string[] }) =>
        Promise.resolve(langs[0] === 'en-US' ? 'downloadable' : 'unavailable');
      static install = () => Promise.resolve(true);
      track: MediaStreamTrack | null = null;
      get processLocally() {
        return true;
      }
      set processLocally(_: boolean) {}
      start(track: MediaStreamTrack) {
        this.track = track;
        runs.push(this);
      }
      stop() {
        this.dispatchEvent(new Event('end'));
      }
    }
    Object.assign(globalThis, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition, runs });
  });

const runCount = () => page().evaluate(() => (globalThis as unknown as Runs).runs.length);

const say = (text: string, isFinal = true) =>
  page().evaluate(
    ([transcript, isFinal]) => {
      const results = [{ 0: { transcript }, length: 1, isFinal }];
      const event = Object.assign(new Event('result'), { resultIndex: 0, results });
      (globalThis as unknown as Runs).runs.at(-1)?.dispatchEvent(event);
    },
    [text, isFinal] as const,
  );

const dispatch = (kind: string, more: object = {}) =>
  page().evaluate(
    ([kind, more]) => {
      const event = Object.assign(new Event(kind), more);
      (globalThis as unknown as Runs).runs.at(-1)?.dispatchEvent(event);
    },
    [kind, more] as const,
  );

const cues = () => camera.viewer.page.locator('[data-cues]').last();
async function expectRead(line: string): Promise<void> {
  await expect.poll(() => cues().textContent(), PATIENCE).toContain(line);
}

beforeAll(() => fakeSpeech(page()));

describe('a streamer whose browser recognizes no speech', () => {
  it('has a link to the page on which captions are typed, while live', async () => {
    const tab = await camera.newTab();
    await tab.addInitScript(() => {
      for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
        Reflect.deleteProperty(globalThis, name);
    });
    await goLive(tab, 'Typed');
    const captions = tab.getByRole('region', { name: 'Captions', exact: true });
    const opened = tab.waitForEvent('popup');
    await captions.getByRole('link', { name: 'Type live captions' }).click();
    await (await opened).getByRole('heading', { level: 1, name: 'Type live captions' }).waitFor();
    expect(await captions.getByRole('switch').count()).toBe(0);
    await endStream(tab, USERNAME);
    await tab.close();
  });
});

describe('a streamer’s speech', () => {
  it('is read by a viewer who turns captions on', async () => {
    await goLive(page(), 'Said aloud');
    await liveCaptions().check();
    await card().getByText('Viewers who turn captions on read what you say.').waitFor();
    expect(await page().evaluate(() => (globalThis as unknown as Runs).runs[0]?.track.kind)).toBe('audio');
    await say('This is the first line');
    await camera.open();
    await expect.poll(() => camera.player('state'), PATIENCE).toBe('playing');
    const viewer = camera.viewer.page;
    await viewer.locator('[data-player]').hover();
    await viewer.getByRole('button', { name: 'Captions (c)' }).click(PATIENCE);
    await viewer.getByRole('menuitemradio', { name: 'English' }).click();
    await viewer.keyboard.press('Escape');
    await say('The blades turn slowly');
    await expectRead('The blades turn slowly');
  });

  it('is read before the sentence ends, and then the rest', async () => {
    const spoken = ['A', 'long', 'sentence'];
    const speakOn = async () => {
      spoken.push(`and ${spoken.length}`);
      await say(spoken.join(' '), false);
      return cues().textContent();
    };
    await expect.poll(speakOn, { ...PATIENCE, interval: 500 }).toContain('A long sentence');
    await say([...spoken, 'which ends'].join(' '));
    await expectRead('which ends');
  });

  it('is read after a silence, too', async () => {
    const before = await runCount();
    await say('Listen');
    await dispatch('end');
    await expect.poll(runCount).toBe(before + 1);
    await say('And they stop');
    await expectRead('And they stop');
  });

  it('is not captioned when the browser refuses, with an explanation', async () => {
    await dispatch('error', { error: 'not-allowed' });
    await card().getByText("Your browser doesn't allow speech recognition on this page.").waitFor();
    expect(await liveCaptions().isChecked()).toBe(false);
    await endStream(page(), USERNAME);
  });
});
