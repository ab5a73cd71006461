import type { ExportedSession } from '../../src/server/page-types.ts'
import type { Source } from './source.ts'

/** The session that an exported file carries; null in a page that comes from a server. */
export function readEmbedded(): ExportedSession | null {
  const text = document.getElementById('exported')?.textContent
  return text ? (JSON.parse(text) as ExportedSession) : null
}

/** Takes everything from the file that the page is in. Nothing moves, and nothing is asked for. */
export function createEmbeddedSource(exported: ExportedSession): Source {
  const details = new Map(exported.details.map((detail) => [detail.firing, detail]))
  return {
    live: false,
    sessions: async () => [exported.session],
    firing: async (_sessionId, firing) => {
      const detail = details.get(firing)
      if (detail) return detail
      throw new Error('this export does not hold that event')
    },
    // What had no verdict when it was exported never gets one here.
    isInterrupted: async () => true,
    statistics: async () => exported.statistics,
    watch: (_sessionId, watcher) => {
      watcher.connection('still')
      watcher.records?.(exported.briefs)
      watcher.current?.()
      return () => {}
    },
    answer: () => Promise.reject(new Error('an export cannot answer')),
    wholeText: () => null,
    wholeQuestion: () => null,
  }
}
