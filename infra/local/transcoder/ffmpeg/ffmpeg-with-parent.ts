/**
 * For `sh -c`: runs the program that its arguments name, and ends it when standard input closes, which happens however
 * the parent ends, `kill -9` included. What `infra/local/system/exit-with-parent.ts` does, but a shell begins in 2 ms and Node in 60,
 * which each window of a broadcast would wait.
 */
export const TETHER_SCRIPT = `
exec 3<&0
"$@" 3<&- &
program=$!
{ cat <&3; kill -KILL "$program"; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$program"
status=$?
kill -KILL "$watcher"
exit "$status"
`;
