/** Live captions of a streamer's broadcast, by their routes. */
import { randomUUID } from 'node:crypto';
import type { LiveCue } from '#shared/live/live-captions.ts';
import { captionSlot } from '#shared/plain/captions/live-captions.ts';
import { CameraCaller } from './camera-caller.ts';
import { expectSuccess } from './contract-checks.ts';
import type { ApiAnswer, LocalApi, TestUser } from './local-api.ts';
import { RoomCaller } from './rooms.ts';

export const POST = 'POST /browser-stream/{stream_id}/captions';
/** All cues of a broadcast. */
export const WHOLE_BROADCAST = { fromMs: 0, untilMs: 9e12 };

export const agoS = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
export const aCue = (change: object = {}) => ({
  id: randomUUID(),
  at: agoS(0),
  text: 'The <fan> turns & turns',
  language: 'en',
  ...change,
});

interface People {
  readonly ada: TestUser;
  readonly bea: TestUser;
  readonly moderator: TestUser;
}

/** Ada's broadcast, whose chat has a moderator; Bea has no part in it. */
export class CaptionsCaller implements People {
  readonly #site: LocalApi;
  readonly camera: CameraCaller;
  readonly ada: TestUser;
  readonly bea: TestUser;
  readonly moderator: TestUser;
  id = '';

  private constructor(camera: CameraCaller, { ada, bea, moderator }: People) {
    this.#site = camera.site;
    this.camera = camera;
    this.ada = ada;
    this.bea = bea;
    this.moderator = moderator;
  }

  static async on(site: LocalApi): Promise<CaptionsCaller> {
    const [ada, bea, moderator] = [await site.aUser(), await site.aUser(), await site.aUser()];
    await new RoomCaller(site).name(ada, ada, moderator);
    return new CaptionsCaller(await CameraCaller.on(site), { ada, bea, moderator });
  }

  async goLive(): Promise<string> {
    this.id = await this.camera.live(this.ada, { way: 'direct' });
    return this.id;
  }

  call(method: string, path: string, user: TestUser | undefined, body?: object): Promise<ApiAnswer> {
    return this.#site.api(method, `/browser-stream/${this.id}${path}`, {
      token: user?.token,
      ...(body && { body }),
    });
  }

  add(body: object, user: TestUser = this.moderator): Promise<ApiAnswer> {
    return this.call('POST', '/captions', user, body);
  }

  async added(change: object = {}): Promise<LiveCue> {
    return expectSuccess(POST, await this.add(aCue(change)));
  }

  async latest(user: TestUser = this.ada) {
    const answer = await this.call('GET', '/captions', user);
    return expectSuccess('GET /browser-stream/{stream_id}/captions', answer);
  }

  remove({ id, at }: Pick<LiveCue, 'id' | 'at'>, user?: TestUser): Promise<ApiAnswer> {
    return this.call('DELETE', `/captions/${at}/${id}`, user);
  }

  turn(is_on: boolean, user: TestUser): Promise<ApiAnswer> {
    return this.call('PUT', '/captions/settings', user, { is_on });
  }

  async slotOf(at: string) {
    const answer = await this.call('GET', `/live/captions/${captionSlot(Date.parse(at))}`, undefined);
    return expectSuccess('GET /browser-stream/{stream_id}/live/captions/{slot}', answer);
  }
}
