import { readEnvironment } from './environment.ts';
import { passSigner } from './passes/pass.signer.ts';
import { subjectOf } from './passes/passes.service.ts';
import { authorizeListening } from './realtime/listening.handlers.ts';

const environment = readEnvironment('realtime');
const passes = { signer: passSigner(environment.PASS_KEYS), clock: Date.now };

export const handler = authorizeListening({ subjectOf: (pass) => subjectOf(passes, pass) });
