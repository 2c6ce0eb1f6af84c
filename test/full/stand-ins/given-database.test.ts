/** The site with an external database, as the set-up provides on platforms without dynoxide. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dynoxidePath } from '#infra/local/table/dynoxide.ts';
import { setupSandbox } from '#test/support/site/stack/setup-sandbox.ts';
import { PROJECT_ROOT } from '#test/support/site/stack/site.ts';

/** A fake Java: dynoxide replaces AWS's program. */
const JAVA = `
if (args[0] === '-version') console.error('openjdk version "21.0.8" 2025-07-15');
else {
  const after = (name) => args[args.indexOf(name) + 1];
  const options = ['--host', '127.0.0.1', '--port', after('-port'), '--db-path', after('-dbPath') + '/shared.sqlite'];
  process.execve(${JSON.stringify(dynoxidePath())}, ['dynoxide', 'serve', ...options]);
}`;

const PORTS = { PORT: '0', RTMP_PORT: '0', S3_PORT: '0', REALTIME_PORT: '0' };

it('a start with Java runs the site over DynamoDB Local, which keeps its data', async () => {
  const sandbox = setupSandbox();
  sandbox.program('npm', "console.error('npm error code E404'); process.exit(1);");
  sandbox.program('java', JAVA);
  sandbox.write('node_modules/.cache/dynamodb-local/DynamoDBLocal.jar', '');
  sandbox.write(
    'infra/local/main.ts',
    `await import(${JSON.stringify(join(PROJECT_ROOT, 'infra/local/main.ts'))});`,
  );
  const body = { username: 'first_fan', email: 'first@fans.example', password: 'a long password' };
  const answers: number[] = [];
  const post = async (site: string, path: string): Promise<void> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const sent = path === 'signup' ? body : { username: body.email, password: body.password };
    const { status } = await fetch(`${site}/api/auth/${path}`, { ...init, body: JSON.stringify(sent) });
    answers.push(status);
  };
  for (const path of ['signup', 'login']) {
    const { status, stderr } = await sandbox.start({
      env: { ...PORTS, DATA_DIR: join(sandbox.folder, 'kept') },
      until: async (stdout) => {
        const site = /^Fanfare is ready at (\S+)$/m.exec(stdout)?.[1];
        if (site) await post(site, path);
        return site !== undefined;
      },
    });
    expect([status, stderr]).toEqual([0, '']);
  }
  expect(answers).toEqual([201, 200]);
}, 120_000);
