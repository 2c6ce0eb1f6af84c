import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { poster } from '#functions/webhooks/sending/post.ts';
import { newSecret, signedHeaders } from '#functions/webhooks/sending/signature.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RECEIVER = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8'))?.[1] ?? '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('the receiver of the guide takes signed messages once, and refuses others', async () => {
  const [secret, port] = [newSecret(), await freePort()];
  // Of standard input, because it then finds the project's packages.
  const program = spawn(process.execPath, ['--input-type=module', '-'], {
    cwd: ROOT,
    env: { ...process.env, SECRET: secret, PORT: String(port) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    program.kill();
    await once(program, 'exit');
  });
  program.stdin.end(RECEIVER);
  const lines: string[] = [];
  createInterface(program.stdout).on('line', (line) => lines.push(line));
  const post = poster({ allowsPrivate: true, clock: Date.now });
  const send = (key: string) => {
    const body = JSON.stringify({ version: 1, type: 'stream.started', data: { title: 'Ü' } });
    const headers = signedHeaders(key, 'message-1', body, Date.now());
    return post({ url: `http://127.0.0.1:${port}/`, headers, body });
  };
  await vi.waitFor(async () => expect(await send(newSecret())).toMatchObject({ status: 401 }), {
    timeout: 20_000,
  });
  expect(await send(secret)).toMatchObject({ status: 204 });
  expect(await send(secret)).toMatchObject({ status: 204 });
  await vi.waitFor(() => expect(lines).toEqual(['stream.started {"title":"Ü"}']));
});
