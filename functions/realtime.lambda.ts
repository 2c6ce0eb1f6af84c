import { readEnvironment } from './environment.ts';
import { passSigner } from './passes/pass.signer.ts';
import { authorizeListening } from './realtime/listening.handlers.ts';

const environment = readEnvironment('realtime');
const signer = passSigner(environment.PASS_KEYS);

export const handler = authorizeListening((pass) => signer.read(pass, Date.now()));
