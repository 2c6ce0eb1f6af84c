/**
 * Runs a program that must end with the site: `node exit-with-parent.ts PROGRAM [ARGUMENT…]`. The program is terminated when this
 * process's stdin closes, which happens even if the parent is killed with `kill -9`.
 */
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
if (!program) throw new Error('usage: exit-with-parent.ts PROGRAM [ARGUMENT…]');

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

process.stdin.resume();
process.stdin.on('close', () => child.kill('SIGTERM'));
// Ctrl-C reaches the whole process group. The parent ends its processes in order.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
