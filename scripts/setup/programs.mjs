/** Programs of the system: which are there, and how the rest comes. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, say, stop } from './project.mjs';

/** What a package is called where it is not called as the program is; those left out are not to be had there. */
const BREW = { ffmpeg: 'ffmpeg', awscli: 'awscli' };
const WINGET = { ffmpeg: 'Gyan.FFmpeg', awscli: 'Amazon.AWSCLI' };

/** Chromium without windows, which does the same for a fifth less work. */
const HEADLESS = 'chromium-headless-shell';
const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome'];

/** WebKitGTK with its driver, a screen for it, and what plays and encodes in it. */
const WEBKIT = [
  'webkit2gtk-driver',
  'xvfb',
  ...['plugins-base', 'plugins-good', 'plugins-bad', 'plugins-ugly', 'libav', 'gl'].map(
    (part) => `gstreamer1.0-${part}`,
  ),
].join(' ');

export function isInstalled(executable) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const endings = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE;.CMD').split(';') : [''];
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, executable + ending))));
}

/** Whether a program is there and does this much; macOS has a `java` that only says that there is none. */
export const works = (program, ...args) =>
  isInstalled(program) && spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** A Chromium for the tests: the one without windows where Debian has it, or else any. */
export function installChromium() {
  if (isInstalled(HEADLESS)) return;
  // Where another one is, only what is known to be there is asked for.
  const mayBeThere = !CHROMIUMS.some(isInstalled) || works('apt-cache', 'show', HEADLESS);
  const commands = mayBeThere && installCommands(HEADLESS);
  if (commands) runAll(HEADLESS, commands, 'ignore');
  if (!isInstalled(HEADLESS)) installProgram('chromium', CHROMIUMS);
}

/** WebKit for the tests, of Debian and its relatives. */
export const installWebKit = () => install(WEBKIT, () => works('dpkg', '--status', ...WEBKIT.split(' ')));

const BREWED = ['/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew'].map(
  (prefix) => `${prefix}/opt/awscli/libexec/lib`,
);
/** Where version 2 of the AWS CLI is: Debian's, Amazon's own package, Homebrew's, and that for Windows. */
const awsCliFolders = () => [
  '/usr/lib/python3/dist-packages',
  '/usr/local/aws-cli/v2/current/dist',
  ...BREWED.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).map((python) => join(folder, python, 'site-packages')),
  ),
  'C:/Program Files/Amazon/AWSCLIV2',
];

/** The folder of the CLI's models of AWS's services, one folder a service; nothing where there is none. */
export const awsModels = () =>
  awsCliFolders()
    .map((folder) => join(folder, 'awscli', 'botocore', 'data'))
    .find((folder) => existsSync(folder));

/** The AWS CLI, by whose models the tests check commands and requests. */
export const installAwsCli = () => install('awscli', () => awsModels() !== undefined);

/** Installs a program by the system's own manager where that asks for no password; otherwise says what to type. */
export const installProgram = (name, executables) => install(name, () => executables.some(isInstalled));

function install(name, isThere) {
  if (isThere()) return;
  const commands = installCommands(name);
  if (!commands) stop(`Fanfare needs ${name}. Install it and try again: ${howToInstall(name)}`);
  const isDone = runAll(name, commands, 'inherit');
  if (!isDone) stop(`${name} could not be installed. Install it and try again: ${howToInstall(name)}`);
  if (!isThere()) stop(`${name} is installed. Open a new terminal, which finds it, and try again.`);
}

/** Runs the commands that install it, one after the other; answers whether the last one went well. */
function runAll(name, commands, stderr) {
  say(`Installing ${name} (${managerOf(commands)}) …`);
  const quiet = {
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', stderr],
  };
  return commands.map(([program, ...args]) => spawnSync(program, args, quiet)).at(-1).status === 0;
}

/** The commands that install it, one after the other; null where no manager can without asking. */
function installCommands(name) {
  const asRoot = isInstalled('apt-get') && becomeRoot();
  if (asRoot) {
    return [
      [...asRoot, 'apt-get', 'update', '-qq'],
      [...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...name.split(' ')],
    ];
  }
  if (isInstalled('brew') && BREW[name]) return [['brew', 'install', '--quiet', BREW[name]]];
  if (isInstalled('winget') && WINGET[name]) {
    const agreed = ['--accept-source-agreements', '--accept-package-agreements', '--disable-interactivity'];
    return [['winget', 'install', '--exact', '--id', WINGET[name], ...agreed]];
  }
  return null;
}

const managerOf = ([command]) => command.find((word) => ['apt-get', 'brew', 'winget'].includes(word));

/** What comes before `apt-get`: nothing for root, `sudo` where it asks nothing, null where neither is so. */
function becomeRoot() {
  if (process.getuid?.() === 0) return [];
  return works('sudo', '-n', 'true') ? ['sudo', '-n'] : null;
}

function howToInstall(name) {
  if (process.platform === 'darwin') return `brew install ${name}`;
  if (process.platform === 'win32') return `winget install ${WINGET[name] ?? name}`;
  return `sudo apt-get install ${name}`;
}
