/** How many pipes the warden makes at once: a shell can name the descriptors 3 to 9. */
export const wardenPipes = [3, 4, 5, 6, 7, 8] as const

/**
 * What the warden runs, with the supervisor's id as `$1`. Orders come one per line:
 *
 * - `+ n`, `= n pid`, `- n pid`: run n is about to start, has started as this group, is over
 * - `p`: make pipes, answered by a line; `c`: let go of them
 *
 * An empty here-document is the one thing in a shell that makes a pipe without a process at its other end; it holds a newline,
 * as some shells put /dev/null in place of an empty one. The end of the orders means that the host is gone: then the
 * groups still listed and all that carry their marks are asked to end, and killed.
 */
export const wardenScript = `: hookline warden, ends the hooks of its host when the host is gone
trap '' INT TERM HUP PIPE
id=$1
marks=' '
groups=' '
while read -r order n pid; do
  case $order in
    +) marks="$marks$n " ;;
    =) groups="$groups$pid " ;;
    -)
      case $marks in *" $n "*) marks="\${marks%% "$n" *} \${marks#* "$n" }" ;; esac
      case $groups in *" $pid "*) groups="\${groups%% "$pid" *} \${groups#* "$pid" }" ;; esac
      ;;
    p)
      exec ${wardenPipes.map((fd) => `${fd}<<E`).join(' ')}
${wardenPipes.map(() => '\nE').join('\n')}
      echo p
      ;;
    c) exec ${wardenPipes.map((fd) => `${fd}<&-`).join(' ')} ;;
  esac
done
[ "$marks" = ' ' ] && exit 0
send() {
  for group in $groups; do kill -s "$1" -- "-$group"; done
  for file in $(grep -lsF "$pattern" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s "$1" "\${file%/environ}"
  done
}
pattern=
for n in $marks; do
  pattern="$pattern\${pattern:+
}$id:$n;"
done
exec 2>/dev/null
send TERM
sleep 0.3
send KILL
sleep 0.2
send KILL
`
