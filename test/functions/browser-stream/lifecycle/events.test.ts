import { describe, expect, it } from 'vitest';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';

const stage = useCameraStage();

/** Which of these reads were made, in order, from now on. */
function watchReads(run: CameraRun): string[] {
  const made: string[] = [];
  const { broadcasts } = run.ports;
  run.ports = {
    ...run.ports,
    broadcasts: {
      ...broadcasts,
      find: (id) => (made.push('broadcast'), broadcasts.find(id)),
      readTimeline: (id) => (made.push('timeline'), broadcasts.readTimeline(id)),
    },
  };
  return made;
}

describe('a chunk event', () => {
  it('reads broadcast and timeline once', async () => {
    const run = await stage.run();
    await run.stream(0);
    await run.put(1);
    const made = watchReads(run);
    for (const event of run.take()) await run.handle(event, 'unseen');
    expect(made).toEqual(['broadcast', 'timeline']);
    expect((await run.ports.broadcasts.readTimeline(run.broadcast.id)).timeline.reader.nextSeq).toBe(2);
  });

  it('of an ended broadcast makes the tick work on it again', async () => {
    const run = await stage.run('keyframes-1s', { keepsReplay: false });
    await run.stream(0, 1, 2, 3);
    await run.stop();
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { chunks: 4 } });
    await run.stream(4);
    await run.tick();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { chunks: 5 } });
  });
});
