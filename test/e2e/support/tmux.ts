import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Project } from './project.ts'

/** A terminal with `hookline` in it, and somebody at its keys. */
export interface Pane {
  /** Types text as it stands. */
  type(text: string): void
  /** Presses keys by their names: `Enter`, `C-c`, `Down`. */
  press(...keys: string[]): void
  /** What is on the screen, and what has scrolled off it; wrapped lines are whole. */
  screen(): string
  /** The screen with its colours. */
  colours(): string
  /** Waits until the screen shows this, and gives the screen. */
  see(what: string | RegExp): Promise<string>
  resize(columns: number, rows: number): void
  /** The exit code, once the program has ended. */
  exitCode(): Promise<number>
  /** Every byte that was written so far. */
  written(): string
}

const program = resolve(import.meta.dirname, '../../../dist/bin/hookline.js')
const patienceMs = 30_000

/** Opens a terminal in a project and runs `hookline` there. It is closed when the test ends. */
export function openPane(
  project: Project,
  args: readonly string[],
  { env = {}, columns = 100, rows = 60 }: { env?: Record<string, string>; columns?: number; rows?: number } = {},
): Pane {
  const socket = `hookline-${randomBytes(6).toString('hex')}`
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' })
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']))
  const variables = { PATH: process.env['PATH'], HOME: project.home, LANG: 'C.UTF-8', TERM: 'tmux-256color', ...env }
  const assignments = Object.entries(variables).map(([name, value]) => quote(`${name}=${value}`))
  const log = join(project.home, `${socket}.log`)
  const command = ['env', '-i', ...assignments, ...[process.execPath, program, ...args].map(quote)].join(' ')
  // Waits until all that it writes is kept.
  const start = `while [ ! -e ${quote(log)} ]; do sleep 0.02; done; ${command}; echo "ended with code $?"; exec sleep 600`
  const size = ['-x', String(columns), '-y', String(rows)]
  tmux(
    'new-session',
    '-d',
    ...size,
    '-c',
    project.folder,
    '-s',
    'main',
    `sh ${quote(project.write('~/start.sh', start))}`,
  )
  tmux('pipe-pane', '-t', 'main', `exec cat >> ${quote(log)}`)
  const screen = (): string => tmux('capture-pane', '-p', '-J', '-t', 'main', '-S', '-500').replace(/[ \n]+$/, '')
  const see = async (what: string | RegExp): Promise<string> => {
    const until = performance.now() + patienceMs
    for (;;) {
      const shown = screen()
      if (typeof what === 'string' ? shown.includes(what) : what.test(shown)) return shown
      const isOver = /^ended with code/m.test(shown) || performance.now() > until
      if (isOver) throw new Error(`${what} never came; the screen is\n${shown}`)
      await wait(50)
    }
  }
  return {
    type: (text) => void tmux('send-keys', '-t', 'main', '-l', text),
    press: (...keys) => void tmux('send-keys', '-t', 'main', ...keys),
    screen,
    colours: () => tmux('capture-pane', '-p', '-e', '-t', 'main', '-S', '-500'),
    see,
    resize: (width, height) => void tmux('resize-window', '-t', 'main', '-x', String(width), '-y', String(height)),
    exitCode: async () => Number(/ended with code (\d+)/.exec(await see(/ended with code \d+/))![1]),
    written: () => readFileSync(log, 'utf8'),
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
