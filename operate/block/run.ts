import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runProgram } from '../program.ts';
import { wafOf, type Waf } from './waf.ts';

interface Asked {
  readonly waf: Waf;
  readonly region: string;
  readonly args: readonly string[];
  readonly nowMs: number;
}

/** Runs one of the commands against AWS, and prints the result. */
export const runBlock = (command: (asked: Asked) => Promise<string>): Promise<never> =>
  runProgram(async () => {
    // The client is only used to resolve the region and the credentials.
    const { region, credentials, sha256 } = new DynamoDBClient({}).config;
    const args = process.argv.slice(2);
    console.log(
      await command({ waf: wafOf({ credentials, sha256 }), region: await region(), args, nowMs: Date.now() }),
    );
    return true;
  });
