import type { ConfigDocument } from '../../base/document.ts'
import { formatPath } from '../../base/json/format-path.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import type { FidelityEntry } from './fidelity.ts'
import type { TargetWriter } from './target-writer.ts'

/** Why a setting of a native file has no place elsewhere. Defaults for hooks are written into each hook and need no row. */
const reasons: Readonly<Record<string, { fidelity: 'weakened' | 'impossible'; because: string }>> = {
  maxConcurrentHooks: { fidelity: 'weakened', because: 'the number of hooks at once is not limited' },
  overrides: { fidelity: 'impossible', because: 'changes to hooks of other files exist in native files only' },
  permissions: {
    fidelity: 'impossible',
    because: 'permission rules are no hooks; put them where the agent keeps its own',
  },
  guards: { fidelity: 'impossible', because: 'built-in guard packs exist in native files only' },
  protect: { fidelity: 'impossible', because: 'the guard of hook files is set in native files only' },
}

/** Rows for the settings of a native file that a conversion does not take along. */
export function reportSettings(
  document: Pick<ConfigDocument, 'value'> & Partial<Pick<ConfigDocument, 'locate'>>,
  writer: TargetWriter,
  file?: string,
): FidelityEntry[] {
  const { value } = document
  if (!isRecord(value) || writer.dialect.name === 'blade') return []
  const base = Object.hasOwn(value, 'hooks') ? ['hooks'] : []
  const section = base.length > 0 ? value['hooks'] : value
  if (!isRecord(section)) return []
  return Object.entries(reasons).flatMap(([name, { fidelity, because }]) => {
    if (!Object.hasOwn(section, name)) return []
    const path = [...base, name]
    const place = {
      ...(file !== undefined && { file }),
      ...document.locate?.(path, { key: true }),
      path: formatPath(path),
    }
    return [
      { place, event: name, ...(fidelity === 'weakened' ? { fidelity, how: [because] } : { fidelity, why: because }) },
    ]
  })
}
