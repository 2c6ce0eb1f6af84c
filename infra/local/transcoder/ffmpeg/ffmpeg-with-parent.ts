/**
 * For `sh -c`: runs the program in its arguments, and kills it when standard input closes, which happens even after
 * `kill -9` of the parent. Like `infra/local/system/exit-with-parent.ts`, but a shell starts in 2 ms and Node in 60, for
 * which each window of a broadcast would wait.
 */
export const EXIT_WITH_PARENT_SCRIPT = `
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
