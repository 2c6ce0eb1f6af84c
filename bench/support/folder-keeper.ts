/**
 * `node folder-keeper.ts FOLDER`: deletes the folder when its stdin closes, which happens even if the bench crashes.
 * Retries while other ending programs still write to it.
 */
import { rm } from 'node:fs/promises';

const ATTEMPTS = 20;
const RETRY_DELAY_MS = 250;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: folder-keeper.ts FOLDER');

process.stdin.resume().on('close', async () => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const isGone = await rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
});
