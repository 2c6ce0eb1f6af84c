import { IvsClient } from '@aws-sdk/client-ivs';
import { clientSettings } from './client-settings.ts';

let client: IvsClient | undefined;

/** One client per Lambda, so that connections are reused. */
export const ivs = (): IvsClient => (client ??= new IvsClient(clientSettings('ivs')));
