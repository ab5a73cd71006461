/** `['PreToolUse', 0, 'hooks', 1, 'timeout']` -> `PreToolUse[0].hooks[1].timeout`. Keys that are no plain names are quoted: `env["a.b"]`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!plainName.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

const plainName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
