/** How clips end with what they are made of. What does it is loaded when something is deleted. */
import type { Table } from '../aws/table/table.ts';
import type { EndPorts } from '../clips/end-clip.service.ts';
import type { TranscodePorts } from '../videos/ports.ts';

type Making = Pick<TranscodePorts, 'mediaFiles' | 'clock' | 'report'>;

export async function clipEnds(table: Table, { mediaFiles, clock, report }: Making): Promise<EndPorts> {
  const { clipsRepository } = await import('../clips/clips.repository.ts');
  const files = { deleteAll: (prefix: string) => mediaFiles.deleteAll(prefix) };
  return { clips: clipsRepository(table), files, clock, report };
}

/** What making videos needs, where clips are deleted with what they are made of. */
export const endingClips = (table: Table, making: TranscodePorts): TranscodePorts => ({
  ...making,
  deleteMadeOf: async (source, hasTime) => {
    const { outliveSource } = await import('../clips/end-clip.service.ts');
    return outliveSource(await clipEnds(table, making), source, hasTime);
  },
});
