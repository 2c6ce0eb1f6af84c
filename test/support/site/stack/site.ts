import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { oncePerWorker } from '../../once-per-worker.ts';
import { SiteStack, type SiteStackProps } from '#infra/cloud/site-stack.ts';

/** The stack as from `cdk synth`, without bundles and validation, which take seconds and have separate tests. */
export interface Site {
  readonly stack: Stack;
  readonly template: Template;
}

export const PROJECT_ROOT = join(import.meta.dirname, '../../../..');

const { context: featureFlags }: { context: Record<string, unknown> } = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'cdk.json'), 'utf8'),
);

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Returns a folder that is deleted when this test file ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-infra-'));
  folders.push(folder);
  return folder;
}

/** An app with the flags of `cdk.json`. */
export function createApp(context: Readonly<Record<string, unknown>> = {}): App {
  return new App({
    outdir: temporaryFolder(),
    analyticsReporting: false,
    context: { ...featureFlags, ...context },
  });
}

/** Returns the stack with these properties. Cached per worker; synthesising takes about a second. */
export const synthesizeSite = (props: SiteStackProps = {}): Site =>
  oncePerWorker(`site ${JSON.stringify(props)}`, () => {
    process.env['CDK_VALIDATION'] = 'false';
    const app = createApp({ 'aws:cdk:bundling-stacks': [] });
    const stack = new SiteStack(app, 'Fanfare', props);
    return { stack, template: Template.fromStack(stack) };
  });
