/**
 * Is this what stands behind a secret name when no secret stands there: a placeholder, a type, a piece of code, a word of a sentence?
 * `loose` says that the text may be prose or code (`token: expired`): there a value must look random, or follow the name of a
 * password. `next` is the character behind a value without quotes.
 */
export function isOrdinaryValue(
  value: string,
  context: { loose: boolean; password: boolean; next?: string | undefined },
): boolean {
  const { loose, password, next = '' } = context
  if (value.length < (password ? 4 : 6)) return true
  if (/^(?:[$<{%]|\*{3}|\.{3}|\[redacted|x{4,}$)/i.test(value)) return true
  if (ordinaryWords.has(value.replace(/[.,;:!?)]+$/, '').toLowerCase())) return true
  if (!password && /^[0-9]{1,9}$/.test(value)) return true
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(value) && /[([]/.test(next)) return true
  if (!loose) return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*[([]/.test(value)
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value)) return true
  if (/[0-9]/.test(value) || value.length >= 24) return false
  return !password || !/^[A-Za-z!@#$%^&*_+=-]+$/.test(value) || /[,;()<>|{}[\]]/.test(next)
}

const ordinaryWords = new Set(
  `string number boolean object array unknown optional required undefined function null none true false empty invalid incorrect wrong
  expired missing expected unexpected not found must should cannot could the this that with from when your you have here value values
  password passwords secret token tokens apikey api_key changeme example placeholder redacted hidden masked denied failed failure
  error errors reset changed updated generated rotated prompt rejected revoked needed mismatch authentication authorization is are
  was will may can type text field input hash hashed type: bearer basic enabled disabled your_api_key your-api-key your_token
  your_password my_password include omit same-origin option options flag flags argument
  arguments`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
