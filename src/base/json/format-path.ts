/** `['PreToolUse', 0, 'hooks', 1, 'timeout']` -> `PreToolUse[0].hooks[1].timeout`. Keys that are no plain names are quoted: `env["a.b"]`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!isPlain(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

let plainName: RegExp | undefined

// What names are made of in all scripts takes long to compile, and is seldom asked for.
function isPlain(step: string): boolean {
  if (/^[a-z_$][\w$-]*$/i.test(step)) return true
  plainName ??= /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
  return plainName.test(step)
}
