import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { listen, PortTakenError } from '#infra/local/system/listen.ts';

const hello = () => createServer((_, response) => response.end('hello'));
const loopback = { host: '127.0.0.1', port: 0 };

describe('listening', () => {
  it('on port 0 picks a free one and returns it', async () => {
    const listening = await listen(hello(), loopback);
    expect(listening.port).toBeGreaterThan(0);
    expect(listening.endpoint).toBe(`http://127.0.0.1:${listening.port}`);
    expect(await (await fetch(listening.endpoint)).text()).toBe('hello');
    await listening.close();
  });

  it('on a taken port fails with the setting to change', async () => {
    const first = await listen(hello(), loopback);
    const second = listen(hello(), { ...loopback, port: first.port, setting: 'PORT' });
    await expect(second).rejects.toThrow(
      `Port ${first.port} is already in use. Stop the program that uses it, or set PORT to another port (0 picks a free one).`,
    );
    await expect(second).rejects.toBeInstanceOf(PortTakenError);
    await first.close();
  });

  it('without a setting reports that the port is taken', async () => {
    const first = await listen(hello(), loopback);
    const second = listen(hello(), { ...loopback, port: first.port });
    await expect(second).rejects.toThrow(new PortTakenError(`Port ${first.port} is already in use.`));
    await first.close();
  });

  it('fails otherwise with the system’s message', async () => {
    await expect(listen(hello(), { host: 'localhost', port: 65_536 })).rejects.toMatchObject({
      code: 'ERR_SOCKET_BAD_PORT',
    });
  });

  it('closes with all open connections and frees the port', async () => {
    const listening = await listen(hello(), loopback);
    const socket = connect(listening.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    const ended = once(socket, 'close');
    await listening.close();
    await ended;
    const again = await listen(hello(), { ...loopback, port: listening.port });
    expect(again.port).toBe(listening.port);
    await again.close();
  });
});
