import type { RunPlace } from '../run-place.ts'

/** An answer that can be chosen. */
export interface Choice<Value extends string = string> {
  value: Value
  label: string
  hint?: string
}

/** A question of several, put to whoever sits at the terminal. Undefined: they do not want to answer. All texts are shown as they are. */
export interface Menu {
  choose<Value extends string>(
    message: string,
    choices: readonly Choice<Value>[],
    signal: AbortSignal,
  ): Promise<Value | undefined>
  chooseMany(message: string, choices: readonly Choice[], signal: AbortSignal): Promise<string[] | undefined>
  /** Asks for a text, which may be empty. */
  ask(message: string, options: { placeholder?: string; signal: AbortSignal }): Promise<string | undefined>
}

/** The menu that a terminal can show. What it needs is loaded when it is first used. */
export async function openMenu(place: RunPlace): Promise<Menu> {
  if (!place.lively) return (await import('./plain-menu.ts')).createPlainMenu(place)
  return (await import('./live-menu.ts')).createLiveMenu(place)
}
