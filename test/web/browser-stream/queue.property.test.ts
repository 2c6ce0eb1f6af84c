import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PieceQueue } from '#web/features/browser-stream/pieces/piece-queue.ts';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import {
  bytesOf,
  chunkOf,
  createFakeNetwork,
  createFakeServer,
  refusal,
  senderTo,
  sleep,
  until,
} from '../support/browser-stream.ts';
import { tries } from '#test/support/runner/effort.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** What becomes of one PUT, or of one question for addresses. */
const fate = fc.constantFrom('fine', 'fine', 'lost', 'taken, but lost', 'expired', 'busy', 'refused', 'slow');
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

const STATUSES: Partial<Record<Fate, number>> = { lost: 0, expired: 403, busy: 503, refused: 400 };

async function suffer(how: Fate | undefined): Promise<void> {
  if (how === 'slow') await sleep(8000);
  const status = how === undefined ? undefined : STATUSES[how];
  if (status !== undefined) throw new StorageFailure(status);
}

it('each chunk is stored exactly once after any failures', async () => {
  const run = fc.record({
    puts: fc.array(fate, { maxLength: 60 }),
    questions: fc.array(fc.constantFrom(0, 500, 503, 200), { maxLength: 8 }),
    // After how long each chunk comes, as a recorder's do, or those of a browser that was closed.
    pausesMs: fc.array(fc.constantFrom(0, 0, 400, 2000), { minLength: 1, maxLength: 30 }),
    outages: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(run, async ({ puts, questions, pausesMs, outages }) => {
      const server = createFakeServer();
      const network = createFakeNetwork();
      const [fates, answers] = [[...puts], [...questions]];
      const forgotten: number[] = [];
      const stored: number[] = [];
      let taken = 0;
      server.onAsk = () => {
        const status = answers.shift() ?? 200;
        if (status !== 200) throw refusal(status, 'internal');
      };
      server.onPut = async (seq) => {
        expect(forgotten).not.toContain(seq);
        const how = fates.shift();
        if (!network.isOnline) throw new StorageFailure(0);
        if (how === 'taken, but lost') {
          if (!server.stored.has(seq)) taken += 1;
          server.stored.set(seq, `chunk ${seq}`);
          throw new StorageFailure(0);
        }
        await suffer(how);
      };
      server.onTaken = () => void (taken += 1);
      const queue: PieceQueue = new PieceQueue(
        {
          ...network.ports,
          send: senderTo(server, 'compatible', () => queue.waiting()),
          read: async ({ seq }) => bytesOf(seq),
          forget: async ({ seq }) => {
            expect(server.stored.get(seq)).toBe(`chunk ${seq}`);
            forgotten.push(seq);
          },
          log: () => {},
        },
        {
          onStored: ({ seq }) => stored.push(seq),
          onLost: () => {
            throw new Error('None is lost');
          },
          onNetwork: () => {},
          onRefused: (error) => {
            throw error;
          },
        },
      );
      for (const atMs of outages) {
        setTimeout(() => void (network.isOnline = false), atMs);
        setTimeout(network.comeBack, atMs + 5000);
      }
      for (const [seq, pauseMs] of pausesMs.entries()) {
        await vi.advanceTimersByTimeAsync(pauseMs);
        queue.add([chunkOf(seq)]);
      }
      let isDrained = false;
      void queue.drained().then(() => {
        isDrained = true;
      });
      await until(() => isDrained);
      queue.stop();
      vi.clearAllTimers();

      const all = pausesMs.map((_, seq) => seq);
      expect(forgotten.toSorted((a, b) => a - b)).toEqual(all);
      expect(stored.toSorted((a, b) => a - b)).toEqual(all);
      expect(taken).toBe(all.length);
      expect([...server.stored].toSorted(([a], [b]) => a - b)).toEqual(
        all.map((seq) => [seq, `chunk ${seq}`]),
      );
    }),
    { numRuns: tries(150) },
  );
});
