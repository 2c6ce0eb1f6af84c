/** Runs a program to its end, which is its process's: sockets that are still open hold nobody up. Errors are told in their words. */
export async function runProgram(act: () => Promise<boolean>): Promise<never> {
  const isWell = await act().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  process.exit(isWell ? 0 : 1);
}
