import type { JSX } from 'preact'
import type { Note } from '../data/timeline.ts'
import { Badge } from '../parts/badge.tsx'
import { formatCount } from '../text/format.ts'

/** A note in the columns of the timeline. */
export interface NoteText {
  title: string
  text: string
  badge: JSX.Element | null
}

/** What a record beside events says, on one line. */
export function describeNote(note: Note): NoteText {
  switch (note.kind) {
    case 'session':
      return { title: 'process', text: `${note.program} ${note.pid} in ${note.projectDir}`, badge: null }
    case 'permission': {
      const by = note.decidedBy === null ? '' : ` by ${note.decidedBy}`
      const badge = note.granted ? <Badge tone="allow">granted</Badge> : <Badge tone="deny">refused</Badge>
      return { title: 'permission', text: `${note.tool}${by} ${note.reason}`, badge }
    }
    case 'question':
      return {
        title: 'question',
        text: `${note.tool} ${note.subject} ${note.reason}`,
        badge: <Badge tone="ask">asked</Badge>,
      }
    case 'answer':
      return {
        title: 'answer',
        text: `by ${note.by}${note.message === '' ? '' : `: ${note.message}`}`,
        badge: <Badge tone={note.behavior}>{note.behavior}</Badge>,
      }
    case 'notice':
      return { title: 'notice', text: note.message, badge: null }
    case 'loss':
      return {
        title: 'loss',
        text: `${formatCount(note.count, 'record')} could not be written: ${note.reason}`,
        badge: <Badge tone="broken">lost</Badge>,
      }
  }
}
