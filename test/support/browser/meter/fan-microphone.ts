import type { Page } from 'playwright-core';

interface Turned {
  readonly fan: AudioBufferSourceNode;
}

const ADDRESS = '/fan.wav';

/** Has the page's microphone hear this file again and again, from its next navigation on, in a browser with `FAKE_DEVICES`. */
export async function fanMicrophone(page: Page, wav: string): Promise<void> {
  await page.route(`**${ADDRESS}`, (route) => route.fulfill({ path: wav, contentType: 'audio/wav' }));
  await page.addInitScript((address) => {
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const context = new AudioContext();
      const answer = await fetch(address);
      const fan = context.createBufferSource();
      fan.buffer = await context.decodeAudioData(await answer.arrayBuffer());
      fan.loop = true;
      const audible = context.createMediaStreamDestination();
      fan.connect(audible);
      fan.start();
      Object.assign(globalThis, { fan });
      const media = await getUserMedia(wanted);
      return new MediaStream([...media.getVideoTracks(), ...audible.stream.getAudioTracks()]);
    };
  }, ADDRESS);
}

/** Has that fan turn so many times as fast as it does in the file. */
export const turnFan = (page: Page, times: number): Promise<void> =>
  page.evaluate((times) => {
    (globalThis as unknown as Turned).fan.playbackRate.value = times;
  }, times);
