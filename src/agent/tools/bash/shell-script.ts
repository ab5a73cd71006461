/**
 * What Bash runs for one call: `$1` is a file with the command, `$2` the file for what is to be kept. The command is
 * read from a file as an argument may not be longer than 128 KiB. Directory and environment are written down after the
 * command, and by a trap when it leaves with `exit`. They are not, and stay as they were, when it ends by `exec`, by a
 * signal, or by `exit` with a trap of its own. Tracing that the command has switched on does not
 * show our part. An empty record ends what is written, so that half of it is not taken for all.
 */
export const shellScript = `__hookline_keep() {
  { builtin pwd -P && builtin printf '\\0' && /usr/bin/env -0 && builtin printf '\\0'; } >|"$__hookline_file"
}
__hookline_file=$2
__hookline_kept=
trap '{ [ -n "$__hookline_kept" ] || __hookline_keep; } 2>/dev/null' EXIT
__hookline_text=$(<"$1")
set --
eval -- "$__hookline_text"
{ __hookline_status=$?; set +eux; __hookline_keep; __hookline_kept=1; } 2>/dev/null
builtin exit "$__hookline_status"
`
