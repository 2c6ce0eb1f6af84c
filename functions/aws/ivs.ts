import { IvsClient } from '@aws-sdk/client-ivs';
import { clientSettings } from './client-settings.ts';

let client: IvsClient | undefined;

/** The client of IVS; one a Lambda, so that connections are kept. */
export const ivs = (): IvsClient => (client ??= new IvsClient(clientSettings));
