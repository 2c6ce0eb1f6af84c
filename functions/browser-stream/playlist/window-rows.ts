import type { Broadcast, WindowRow } from '../broadcast.ts';
import type { LivePlaylistPorts } from '../ports.ts';

/** Those that are known without a hole: rows may be read at different moments. */
export async function windowsOf(
  { broadcasts }: LivePlaylistPorts,
  { id, end, checkpoint }: Broadcast,
): Promise<{ readonly windows: readonly WindowRow[]; readonly isEnded: boolean }> {
  const fromNumber = checkpoint?.fromNumber ?? 0;
  const [rows, stored] = await Promise.all([
    broadcasts.listWindows(id, { fromNumber }),
    end ? broadcasts.readTimeline(id) : undefined,
  ]);
  const hole = rows.findIndex(({ number }, index) => number !== fromNumber + index);
  const windows = hole < 0 ? rows : rows.slice(0, hole);
  const isEnded = stored?.isEnd === true && fromNumber + windows.length === stored.timeline.windowCount;
  return { windows, isEnded };
}
