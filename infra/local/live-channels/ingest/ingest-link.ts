import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { portTaken } from '../../system/listen.ts';
import type {
  IngestMessage,
  IngestReply,
  IngestRequest,
  StreamMeasurement,
  StreamReport,
} from './ingest-messages.ts';

const PROGRAM = fileURLToPath(new URL('./ingest-process.ts', import.meta.url));
const RESTART_DELAY_MS = 500;

export interface IngestOptions {
  readonly mediaDir: string;
  /** Output of the ingest and its ffmpegs, without stream keys. Overwritten at each start. */
  readonly logPath: string;
  /** The name by which encoders reach this machine. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Returns the currently valid stream keys and their channels. */
  readonly keys: () => Iterable<{ readonly value: string; readonly channelId: string }>;
  readonly onReport: (report: StreamReport) => void;
  readonly onMeasured: (measurement: StreamMeasurement) => void;
  /** Called when the process crashed. All its streams have ended, and it is being restarted. */
  readonly onLost: () => void;
}

/** The site's connection to the process that encoders connect to. */
export class IngestLink {
  readonly #options: IngestOptions;
  readonly #pending = new Map<number, (reply: IngestReply) => void>();
  #process: ChildProcess | undefined;
  #port: number;
  #lastCall = 0;
  #closing = false;

  private constructor(options: IngestOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  /** Throws `PortTakenError` naming `RTMP_PORT` if the port is in use. */
  static async start(options: IngestOptions): Promise<IngestLink> {
    const link = new IngestLink(options);
    try {
      await link.#open();
      return link;
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  get port(): number {
    return this.#port;
  }

  /**
   * Resolves when the request has taken effect. Also resolves if the process crashes, because its streams and keys are
   * gone then.
   */
  call(request: IngestRequest): Promise<IngestReply> {
    const id = ++this.#lastCall;
    return new Promise((resolve) => {
      if (!this.#process?.connected) return resolve({ id });
      this.#pending.set(id, resolve);
      this.#process.send({ id, request });
    });
  }

  /** Ends all streams and the process. */
  async close(): Promise<void> {
    this.#closing = true;
    const running = this.#process;
    if (!running) return;
    await this.call({ do: 'close' });
    const exited = once(running, 'exit');
    if (running.connected) running.disconnect();
    if (this.#process) await exited;
  }

  async #open(): Promise<void> {
    this.#process = this.#fork();
    for (const { value, channelId } of this.#options.keys())
      void this.call({ do: 'admit', key: value, channelId });
    const reply = await this.call({ do: 'listen', host: this.#options.host, port: this.#port });
    if (reply.error === 'EADDRINUSE') throw portTaken(this.#port, 'RTMP_PORT');
    if (!reply.port)
      throw new Error(`The RTMP process failed to start (${reply.error}); see ${this.#options.logPath}`);
    this.#port = reply.port;
  }

  #fork(): ChildProcess {
    const log = openSync(this.#options.logPath, this.#lastCall === 0 ? 'w' : 'a', 0o600);
    const child = fork(PROGRAM, [this.#options.mediaDir], {
      execArgv: [],
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    child.on('message', (message: IngestMessage) => this.#receive(message));
    child.on('error', () => {}); // `exit` follows.
    child.on('exit', () => this.#lost());
    return child;
  }

  #receive(message: IngestMessage): void {
    if ('stream' in message) return this.#options.onReport(message);
    if ('measured' in message) return this.#options.onMeasured(message);
    this.#pending.get(message.id)?.(message);
    this.#pending.delete(message.id);
  }

  #lost(): void {
    this.#process = undefined;
    for (const [id, resolve] of this.#pending) resolve({ id });
    this.#pending.clear();
    this.#options.onLost();
    if (!this.#closing) void this.#reopen();
  }

  async #reopen(): Promise<void> {
    await delay(RESTART_DELAY_MS);
    if (this.#closing) return;
    // If this fails too, disconnecting ends the process, and its `exit` event leads here again.
    await this.#open().catch(() => this.#process?.disconnect());
  }
}
