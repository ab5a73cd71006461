/** Blocks a stop while tests fail. Without a command there is a place to write one. */
export function testsScript(testCommand: string | undefined): string {
  const run = testCommand ?? ':'
  const note = testCommand === undefined ? '\n  # Write the command that runs your tests here.' : ''
  return `#!/bin/sh
# The agent may stop when the tests pass. Exit code 2 keeps it working, and it reads what stands on stderr.
event=$(cat)

run_tests() {${note}
  ${run}
}

case $event in
  *"tests still fail"* | *"tests are still failing"*)
    echo "You say yourself that tests fail: mend them first." >&2
    exit 2
    ;;
esac

if ! output=$(run_tests 2>&1); then
  echo "The tests fail. Mend them before you stop." >&2
  printf '%s\\n' "$output" | tail -n 40 >&2
  exit 2
fi

exit 0
`
}
