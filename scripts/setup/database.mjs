/** What stands for DynamoDB on this machine. */
import { resolve } from 'node:path';
import { startDynamoDbLocal } from './dynamodb-local.mjs';
import { installDynoxide, platform } from './dynoxide.mjs';
import { root, stop } from './project.mjs';

const JAVA = {
  darwin: 'brew install --cask temurin',
  win32: 'winget install EclipseAdoptium.Temurin.21.JRE',
  linux: 'sudo apt-get install default-jre-headless',
};

/**
 * A database for the site: one that the operator names, dynoxide, or DynamoDB Local. Answers the variables that lead the
 * site to it, and how to end it afterwards.
 */
export async function provideDatabase() {
  const isGiven = Boolean(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  if (isGiven || installDynoxide()) return { variables: {}, close: async () => {} };
  const server = await startDynamoDbLocal(resolve(root, process.env.DATA_DIR || '.fanfare'));
  if (!server) {
    stop(
      `Fanfare needs DynamoDB: there is no dynoxide for ${platform}, and DynamoDB Local runs neither by Docker nor by Java.
Install Docker (https://docs.docker.com/get-docker) or Java 17 or newer (${JAVA[process.platform] ?? JAVA.linux}), and try again.`,
    );
  }
  return { variables: { AWS_ENDPOINT_URL_DYNAMODB: server.endpoint }, close: server.close };
}

/** Tests start many databases, which dynoxide alone does. */
export function requireDynoxide() {
  if (!installDynoxide()) stop(`The tests need dynoxide, and there is none for ${platform}.`);
}
