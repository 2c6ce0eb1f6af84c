/**
 * `node bare.program.ts FILE`: responds to each address in the file with the bytes in the file, which a site has sent,
 * and does nothing else. Prints its address, and ends when its stdin closes.
 */
import { readFileSync } from 'node:fs';
import { startBareServer } from '../support/bare-server.ts';

/** By method and address. */
export type Answers = Readonly<Record<string, { readonly type: string; readonly base64: string }>>;

/** It keeps nothing, so that it is the same in which slot one looks. */
const withoutSlot = (asked: string): string => asked.replace(/\?slot=\d$/, '');
const given = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Answers;
const answers = new Map(
  Object.entries(given).map(([asked, { type, base64 }]) => [
    asked,
    { type, body: Buffer.from(base64, 'base64') },
  ]),
);
await startBareServer((request, response) => {
  const answer = answers.get(withoutSlot(`${request.method} ${request.url}`));
  request.resume();
  if (!answer) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.body.length });
  response.end(answer.body);
});
