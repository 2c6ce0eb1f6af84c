import type { Table } from '#functions/aws/table/table.ts';
import { publishChannelChange } from '#functions/realtime/channel-news.service.ts';
import { batchesRepository } from '#functions/realtime/batches.repository.ts';
import { publishHandedOver } from '#functions/realtime/announce.service.ts';
import type { AnnounceDeps } from '#functions/realtime/announce.adapters.ts';
import type { PageEvent } from '#functions/realtime/batches.ts';
import { LimitedTable } from '../stand-ins/limited-table/limited-table.ts';
import { inSimulatedTime } from '../stand-ins/limited-table/simulated-time.ts';
import { seededRandom } from '../runner/seeded-random.ts';

/** What AppSync takes for a publication, about. */
const PUBLISH_MS = 20;
/** Executions of `api` at once: `infra/cloud/site-stack.ts`. */
export const API_EXECUTIONS = 200;
/** What a Lambda takes to invoke another one asynchronously, about. */
export const INVOKE_MS = 30;

/** Requests of one kind. */
export interface Requests {
  /** How long each took that succeeded, in ms. */
  readonly tookMs: number[];
  readonly failures: Map<string, number>;
}

/** A Lambda. Each execution handles one request at a time. */
export interface SimulatedLambda<Deps> {
  /** Rejects with `no execution left` where all are busy, as API Gateway does. */
  invoke<T>(work: (deps: Deps) => Promise<T>): Promise<T>;
}

/** Lambdas on a table with the limits of DynamoDB, in simulated time. */
export class SimulatedSite {
  readonly database = new LimitedTable();
  /** By kind. */
  readonly requests = new Map<string, Requests>();
  /** What open pages have received by channel, or of all lists. */
  readonly published = new Map<string, { readonly event: PageEvent; readonly atMs: number }[]>();

  /** `openDeps` is called once for each execution. */
  lambda<Deps>(executions: number, openDeps: (table: Table) => Deps): SimulatedLambda<Deps> {
    const idle: Deps[] = [];
    let opened = 0;
    const take = (): Deps => {
      const deps = idle.pop();
      if (deps) return deps;
      if (opened === executions) throw new Error('no execution left');
      opened += 1;
      return openDeps(this.openTable());
    };
    return {
      invoke: async (work) => {
        const deps = take();
        try {
          return await work(deps);
        } finally {
          idle.push(deps);
        }
      },
    };
  }

  /** A table that publishes changes of channels. */
  openTable(): Table {
    const table = this.database.open();
    const ports = this.announcing(table);
    return { ...table, onChannelChange: (change) => publishChannelChange(ports, change) };
  }

  /** What a Lambda publishes with. */
  announcing(table: Table): AnnounceDeps {
    const ports: AnnounceDeps = {
      batches: batchesRepository(table),
      publish: async (topic, batches) => {
        await after(PUBLISH_MS);
        const received = this.published.get(topic) ?? [];
        this.published.set(topic, received);
        for (const event of batches.flatMap(({ events }) => events))
          received.push({ event, atMs: Date.now() });
      },
      handOver: async (due) => {
        await after(INVOKE_MS);
        void publishHandedOver({ ...ports, handOver: undefined }, due);
      },
      onFailure: (error) => this.#fail('publications', error),
      clock: () => Date.now(),
      sleep: after,
    };
    return ports;
  }

  /** Notes how long a request takes, or why it fails; `undefined` then. */
  async measure<T>(kind: string, request: () => Promise<T>): Promise<T | undefined> {
    const startedMs = Date.now();
    try {
      const answer = await request();
      this.of(kind).tookMs.push(Date.now() - startedMs);
      return answer;
    } catch (error) {
      this.#fail(kind, error);
      return undefined;
    }
  }

  of(kind: string): Requests {
    const known = this.requests.get(kind) ?? { tookMs: [], failures: new Map<string, number>() };
    this.requests.set(kind, known);
    return known;
  }

  #fail(kind: string, error: unknown): void {
    const { failures } = this.of(kind);
    const { name, message, code } = error as Error & { code?: string };
    const reason = code ?? (name === 'Error' ? message : name);
    failures.set(reason, (failures.get(reason) ?? 0) + 1);
  }
}

export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in simulated time on a site that `prepare` fills without limits. */
export async function simulate(
  prepare: (site: SimulatedSite) => Promise<() => Promise<void>>,
): Promise<SimulatedSite> {
  const site = new SimulatedSite();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'of a simulation',
  });
  const { log } = console;
  const { random } = Math;
  // The Lambdas' logs.
  console.log = () => {};
  Math.random = seededRandom(1);
  await inSimulatedTime(Math.floor(Date.now() / 1000) * 1000, async () => {
    const run = await prepare(site);
    site.database.isLimited = true;
    await run();
  }).finally(() => {
    console.log = log;
    Math.random = random;
  });
  return site;
}

/** Starts `count` of something, spread evenly over a time, and waits for all. */
export async function spread(
  count: number,
  overMs: number,
  one: (index: number) => Promise<unknown>,
): Promise<void> {
  const startMs = Date.now();
  const all: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startMs + (index * overMs) / count - Date.now();
    if (waitMs > 0) await after(waitMs);
    all.push(one(index));
  }
  await Promise.all(all);
}
