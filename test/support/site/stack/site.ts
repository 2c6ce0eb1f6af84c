import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { oncePerWorker } from '../../once-per-worker.ts';
import { SiteStack, type SiteStackProps } from '#infra/cloud/site-stack.ts';

/** The stack as `cdk synth` makes it, except for bundles and validation, which take seconds and have their own tests. */
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

/** A folder for this test file, gone when it ends. */
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

/** The stack with these properties; a worker synthesises each once, in about a second. */
export const synthesizeSite = (props: SiteStackProps = {}): Site =>
  oncePerWorker(`site ${JSON.stringify(props)}`, () => {
    process.env['CDK_VALIDATION'] = 'false';
    const app = createApp({ 'aws:cdk:bundling-stacks': [] });
    const stack = new SiteStack(app, 'Fanfare', props);
    return { stack, template: Template.fromStack(stack) };
  });
