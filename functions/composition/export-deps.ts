import { ulid } from 'ulid';
import { exportsRepository } from '#functions/auth/export/exports.repository.ts';
import type { ExportDeps } from '#functions/auth/export/export.service.ts';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { Table } from '#functions/aws/table/table.ts';

export const exportDeps = (table: Table, environment: { readonly UPLOADS_BUCKET: string }): ExportDeps => ({
  exports: exportsRepository(table),
  archives: lazyPort(async () => {
    const { archives } = await import('#functions/auth/export/archives.s3.ts');
    return archives({ bucket: environment.UPLOADS_BUCKET });
  }),
  sections: async () => (await import('./export-sections.ts')).exportSections(table),
  newId: () => ulid(),
  clock: Date.now,
});
