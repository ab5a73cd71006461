/** Denies what a project leaves to people. */
export const guardScript = `#!/bin/sh
# Denies commands that this project leaves to people; add your own. What is dangerous everywhere is known to the built-in
# pack hookline:dangerous-commands. Exit code 2 denies, and the agent reads what stands on stderr.
event=$(cat)

deny() {
  echo "$1" >&2
  exit 2
}

case $event in
  *"git push"*" --force"* | *"git push"*" -f "*) deny "Force pushes rewrite what others have: ask a person." ;;
  *"npm publish"* | *"cargo publish"* | *"twine upload"*) deny "Publishing is left to people." ;;
esac

exit 0
`
