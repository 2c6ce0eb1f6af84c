import type { Page } from 'playwright-core';

interface Turned {
  readonly fan: AudioBufferSourceNode;
}

const ADDRESS = '/fan.wav';

/** Loops this file as the page's microphone, from its next navigation on, in a browser with `FAKE_DEVICES`. */
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

/** Changes the fan's speed to this multiple of the file's. */
export const turnFan = (page: Page, times: number): Promise<void> =>
  page.evaluate((times) => {
    (globalThis as unknown as Turned).fan.playbackRate.value = times;
  }, times);
