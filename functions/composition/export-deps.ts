import { ulid } from 'ulid';
import { exportsRepository } from '../auth/export/exports.repository.ts';
import type { ExportDeps } from '../auth/export/export.service.ts';
import { lazyPort } from '../base/lazy-port.ts';
import type { Table } from '../aws/table/table.ts';

export const exportDeps = (table: Table, environment: { readonly UPLOADS_BUCKET: string }): ExportDeps => ({
  exports: exportsRepository(table),
  archives: lazyPort(async () => {
    const { archives } = await import('../auth/export/archives.s3.ts');
    return archives({ bucket: environment.UPLOADS_BUCKET });
  }),
  sections: async () => (await import('./export-sections.ts')).exportSections(table),
  newId: () => ulid(),
  clock: Date.now,
});
