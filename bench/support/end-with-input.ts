/**
 * Has this program end when its standard input closes, after `close`. Ctrl-C reaches the whole process group, and does not end
 * it: the bench decides the order of ending.
 */
export function endWithInput(close: () => Promise<void> = async () => {}): void {
  process.on('SIGINT', () => {});
  process.stdin.resume().on('close', async () => {
    await close();
    process.exit(0);
  });
}
