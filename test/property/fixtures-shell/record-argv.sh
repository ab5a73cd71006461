# Reads scripts separated by NUL from standard input and evaluates each one in a subshell of its own, where c1..c4 only record
# their words: every word ends with NUL, every command with a record separator, every script with a group separator.
set -u
cd "$1" || exit 1
exec 8>"$2" 9<&0
# A newline would make Bash write in two steps, between which another command could write: it travels as a unit separator.
record() { printf '%s\0' "${@//$'\n'/$'\037'}" $'\036' >&8; }
c1() { record c1 "$@"; }
c2() { record c2 "$@"; }
c3() { record c3 "$@"; }
c4() { record c4 "$@"; }
set +u
PATH=/nonexistent
while IFS= read -r -d '' script <&9; do
  # Descriptor 7 is the pipe of this substitution: it ends when the last background job of the script does.
  : "$(exec 7>&1 </dev/null >/dev/null 2>/dev/null 9<&-; eval "$script")"
  printf '\035\0' >&8
done
