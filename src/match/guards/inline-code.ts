const danger = new RegExp(
  [
    // deleting, starting programs
    'rmtree|\\brm(?:dir)?Sync\\b|\\bunlink|\\.rm\\(|os\\.remove|removedirs|shutil\\.move|File\\.delete|FileUtils|Deno\\.(?:run|Command|remove)',
    'os\\.system|subprocess|popen|\\bexec\\b|\\bexec[A-Z]\\w*|\\bexecv|\\bspawn|child_process|\\beval\\b|\\bsystem\\b|qx[/{(]|pty\\.|\\bcompile\\(',
    // hiding what it does
    'base64|b64decode|fromCharCode|\\bchr\\(|\\\\x[0-9a-f]{2}|\\\\u00[0-9a-f]{2}|atob|Buffer\\.from|__import__|getattr|globals\\(|pack\\(|fromhex|codecs|marshal|rot13|\\[::-1\\]|\\.reverse\\(|Function\\(',
    // places that decide what the machine runs and who may log in
    '/etc/|/dev/(?!null|std|tty|u?random|zero)|\\.git/hooks|\\.(?:bash|zsh)rc|authorized_keys|\\.profile\\b|/proc/',
    // talking to others
    'socket|urlopen|urllib|requests\\.|http\\.client|\\bfetch\\(|net\\.connect|https?\\.(?:get|request)',
  ].join('|'),
  'i',
)

/** Whether code of a scripting language deletes files, starts programs, talks to the network or hides what it does. */
export function isDangerousCode(code: string): boolean {
  return code.length > 100_000 || danger.test(code)
}

/** Whether an awk program can start a command or write to one. */
export function isDangerousAwk(program: string): boolean {
  return /system\s*\(|getline|@load|@include|["'\w)]\s*\|&?\s*["'\w$(]|>\s*["'$(]/.test(program.replaceAll('||', ' '))
}
