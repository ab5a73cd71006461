/** Formats a file that was written, with whatever the project has. */
export const formatScript = `#!/bin/sh
# Formats the file that was just written or edited, if there is a formatter for it. Blocks nothing: the file is written already.
event=$(cat)
file=$(printf '%s' "$event" | sed -n 's/.*"file_path" *: *"\\([^"\\\\]*\\)".*/\\1/p')
[ -f "$file" ] || exit 0

case $file in
  *.js | *.jsx | *.mjs | *.cjs | *.ts | *.tsx | *.json | *.css | *.html | *.md)
    if [ -x node_modules/.bin/biome ]; then
      node_modules/.bin/biome format --write "$file"
    elif [ -x node_modules/.bin/prettier ]; then
      node_modules/.bin/prettier --write "$file"
    fi
    ;;
  *.py)
    if command -v ruff; then
      ruff format "$file"
    elif command -v black; then
      black --quiet "$file"
    fi
    ;;
  *.go) if command -v gofmt; then gofmt -w "$file"; fi ;;
  *.rs) if command -v rustfmt; then rustfmt "$file"; fi ;;
esac >/dev/null 2>&1

exit 0
`
