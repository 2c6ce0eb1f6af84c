import { join } from 'node:path';
import packageJson from '#package.json' with { type: 'json' };
import { startScript } from '../support/programs.ts';
import type { SiteEnd, SiteReady } from './site.program.ts';

const PROGRAM = join(import.meta.dirname, 'site.program.ts');

/** Node's flags in `npm start`. */
const NODE_FLAGS = packageJson.scripts.site.split(' ').filter((word) => word.startsWith('--'));

/** A complete site in a child process. */
export interface RunningSite extends SiteReady {
  readonly pid: number;
  end(): Promise<SiteEnd>;
}

/** Starts the site in `folder`, with the pages of the built web app in `web`, if given. */
export async function startSiteProgram(folder: string, web?: string): Promise<RunningSite> {
  const program = startScript(PROGRAM, [folder, ...(web ? [web] : [])], NODE_FLAGS);
  const ready = await program.firstLine<SiteReady>();
  return {
    ...ready,
    pid: program.pid,
    end: () => program.report<SiteEnd>(),
  };
}
